import type { CampaignState, Decision, Grade, WholePair } from '@/api/types';
import { whyNothingIsDecided } from '@/features/campaign/kit/deciding';
import { formatSaid, formatWhen } from '@/features/campaign/pairs/answers/texts';
import { formatClock, formatDay } from '@/shared/format/time';

/** Why a pair was decided on: what held of it then. */
const REASONS: Readonly<Record<Decision['reason'], string>> = {
  tied: 'because it was tied',
  apart: 'because its grades lay far apart',
  not_judged: 'because somebody could not judge it',
  unsure: 'because somebody was unsure',
  off_gold: 'because somebody missed the known grade',
  chosen: 'chosen by hand',
};

/** "3 Answers, because it was tied". */
export const describeDecision = ({ grade, reason }: Decision, scale: readonly Grade[]): string =>
  `${formatSaid({ grade, reason_not_judged: null }, scale)}, ${REASONS[reason]}`;

/** Who decided, and whether blind: "by P-otter, who had not seen the votes". */
export const describeBy = ({ by, saw_votes: sawVotes }: Decision): string =>
  `by ${by === '' ? 'somebody' : by}${sawVotes === false ? ', who had not seen the votes' : ''}`;

/** When a decision was made; of one of today the time is enough. */
export function formatDecided({ decided_at: at }: Decision, now = new Date()): string {
  return formatDay(at) === formatDay(now.toISOString()) ? formatClock(at) : formatWhen(at);
}

/** From when to when a decision stood that stands no more. */
export const formatStood = ({ decided_at: begin, ended_at: end }: Decision): string =>
  end === null ? formatWhen(begin) : `${formatWhen(begin)} to ${formatWhen(end)}`;

/** Whether the pair has a known grade, which no adjudicator replaces. */
export const isOfExpert = (kind: WholePair['row']['kind']): boolean =>
  kind === 'gold' || kind === 'qualification';

/** Why no button decides; empty where they do. */
export function whyNot({ may_decide: mayDecide, row }: WholePair, state: CampaignState): string {
  const why = whyNothingIsDecided(state);
  if (why !== '') return why;
  if (isOfExpert(row.kind))
    return 'The grade of this pair is known, so there is nothing to decide.';
  if (mayDecide) return '';
  return 'You judged this pair yourself; somebody else must decide.';
}
