import type { QueueLeft, QueueRule } from '@/api/types';
import type { Act } from '@/features/campaign/api/adjudication';
import { formatMany } from '@/features/campaign/kit/formatMany';
import { counted } from '@/shared/format/numbers';

export const RULES: readonly QueueRule[] = ['tied', 'apart', 'not_judged', 'unsure', 'chosen'];

/** Where assessors disagree, and what an organizer wants settled; the others are asked for. */
export const FIRST_RULES: readonly QueueRule[] = ['tied', 'apart', 'chosen'];

export const toggledRule = (rules: readonly QueueRule[], rule: QueueRule): QueueRule[] =>
  RULES.filter((one) => rules.includes(one) !== (one === rule));

/** "Decided: 3. " after a decision, "Taken back. " after an undo. */
export function formatDone(act: Act | undefined): string {
  if (act?.kind === 'decide') return `Decided: ${act.grade}. `;
  return act?.kind === 'undo' ? 'Taken back. ' : '';
}

/** "12 left", and how many pairs others are at. */
export function formatLeft({ n_left: nLeft, n_held: nHeld }: QueueLeft): string {
  const held = nHeld === 0 ? '' : `; others have ${counted(nHeld, 'pair')} in hand`;
  return `${formatMany(nLeft)} left${held}`;
}
