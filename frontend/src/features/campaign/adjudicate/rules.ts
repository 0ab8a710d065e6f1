import type { Grade, QueueLeft, QueueRule } from '@/api/types';
import type { Act } from '@/features/campaign/api/adjudication';
import { formatSaid } from '@/features/campaign/pairs/answers/texts';
import { formatMany } from '@/features/campaign/kit/formatMany';
import { counted } from '@/shared/format/numbers';

export const RULES: readonly QueueRule[] = ['tied', 'apart', 'not_judged', 'unsure', 'chosen'];

/** Where assessors disagree, and what an organizer wants settled; the others are asked for. */
export const FIRST_RULES: readonly QueueRule[] = ['tied', 'apart', 'chosen'];

export const toggledRule = (rules: readonly QueueRule[], rule: QueueRule): QueueRule[] =>
  RULES.filter((one) => rules.includes(one) !== (one === rule));

/** "Saved 3 Perfect · " after a decision, "Undone · " after an undo. */
export function formatDone(act: Act | undefined, scale: readonly Grade[]): string {
  if (act?.kind === 'undo') return 'Undone · ';
  if (act?.kind !== 'decide') return '';
  return `Saved ${formatSaid({ grade: act.grade, reason_not_judged: null }, scale)} · `;
}

/** "12 left", and how many pairs others are at. */
export function formatLeft({ n_left: nLeft, n_held: nHeld }: QueueLeft): string {
  const held = nHeld === 0 ? '' : `; others have ${counted(nHeld, 'pair')} in hand`;
  return `${formatMany(nLeft)} left${held}`;
}
