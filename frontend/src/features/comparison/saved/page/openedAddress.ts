import type { OpenedComparison } from '@/api/types';
import { addressOf, readSelection } from '@/features/comparison/choice/selection';

/** What a page of comparison does not ask for: only programs do. */
const BEYOND = ['effect_sizes'];

/** Where the question of a saved comparison is asked anew. */
export function openedAddress({ asked }: Pick<OpenedComparison, 'asked'>): string {
  const params = new URLSearchParams(asked.map(({ name, value }) => [name, value]));
  return `/compare?${addressOf(readSelection(params))}`;
}

type Opened = Pick<OpenedComparison, 'asked' | 'moved'> & Readonly<{ answers: readonly unknown[] }>;

/** Whether that page shows these very numbers, and there are no others. */
export const isSameThere = ({ asked, moved, answers }: Opened): boolean =>
  moved.length === 0 && answers.length === 0 && !asked.some(({ name }) => BEYOND.includes(name));
