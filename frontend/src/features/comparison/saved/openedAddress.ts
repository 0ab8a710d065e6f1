import type { OpenedComparison } from '@/api/types';
import { addressOf, readSelection } from '@/features/comparison/choice/selection';

/** What a page of comparison does not ask for: only programs do. */
const BEYOND = ['effect_sizes'];

/** Where the question of a saved comparison is asked anew. */
export function openedAddress({ asked }: Pick<OpenedComparison, 'asked'>): string {
  const params = new URLSearchParams(asked.map(({ name, value }) => [name, value]));
  return `/compare?${addressOf(readSelection(params))}`;
}

/** Whether that page shows these very numbers. */
export const isSameThere = ({ asked, moved }: Pick<OpenedComparison, 'asked' | 'moved'>): boolean =>
  moved.length === 0 && !asked.some(({ name }) => BEYOND.includes(name));
