import type { QueueLeft, QueueRule } from '@/api/types';
import { formatMany } from '@/features/campaign/kit/formatMany';
import { counted } from '@/shared/format';

export const RULES: readonly QueueRule[] = [
  'tied',
  'apart',
  'not_judged',
  'unsure',
  'off_gold',
  'chosen',
];

export const toggledRule = (rules: readonly QueueRule[], rule: QueueRule): QueueRule[] =>
  RULES.filter((one) => rules.includes(one) !== (one === rule));

/** "12 left", and how many pairs others are at. */
export function formatLeft({ n_left: nLeft, n_held: nHeld }: QueueLeft): string {
  const held = nHeld === 0 ? '' : `; others have ${counted(nHeld, 'pair')} in hand`;
  return `${formatMany(nLeft)} left${held}`;
}
