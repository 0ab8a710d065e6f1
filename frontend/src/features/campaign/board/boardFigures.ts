import type { Board } from '@/api/types';
import { formatHours } from '@/features/campaign/kit/formatHours';
import { formatJudgments, isChoosing } from '@/features/campaign/kit/formatProgress';
import { definitionOf } from '@/shared/definitions/definitions';
import { counted, formatCount, formatScore, formatShare } from '@/shared/format/numbers';
import { isOver } from '@/shared/judging/stateNames';

/** One number that the board begins with, and what to know beside it. */
type Headline = Readonly<{
  name: string;
  value: string;
  beside: string;
  definition?: string | undefined;
}>;

type Counted = Pick<Board, 'progress' | 'agreement' | 'n_active'> &
  Readonly<{
    campaign: Pick<Board['campaign'], 'state' | 'n_topics_choosing'>;
    details: Pick<Board['details'], 'course'>;
  }>;

const UNKNOWN = '–';

/** "α .410, ordinal", or why there is none. */
const alphaOf = ({ agreement }: Counted): string =>
  agreement?.overall.percent_agreement == null
    ? 'no pair has two grades yet'
    : `α ${formatScore(agreement.overall.alpha_ordinal)}, ordinal`;

/** A share of what is wanted; while pairs are chosen only how many there are so far. */
function judgedOf({ campaign, progress }: Counted): Pick<Headline, 'value' | 'beside'> {
  if (progress === null) return { value: UNKNOWN, beside: '' };
  if (isChoosing(campaign)) return { value: formatCount(progress.n_votes), beside: 'so far' };
  return {
    value: formatShare(progress.n_votes / Math.max(progress.n_wanted, 1)),
    beside: isOver(campaign.state)
      ? formatJudgments(progress)
      : counted(progress.n_votes, 'judgment'),
  };
}

/** How far, what it cost, how well people agree; all of one moment. The head says what is left. */
export function headlinesOf(board: Counted): Headline[] {
  const { campaign, progress, agreement, n_active: nActive, details } = board;
  if (progress === null) return [];
  const hasEnded = isOver(campaign.state);
  const same = agreement?.overall.percent_agreement ?? null;
  return [
    { name: 'judged', ...judgedOf(board) },
    {
      name: 'of judging so far',
      value: formatHours(details.course.stretches) ?? UNKNOWN,
      beside: hasEnded ? '' : `${counted(nActive, 'person', 'people')} at work now`,
    },
    {
      name: 'same grade',
      value: same === null ? UNKNOWN : formatShare(same),
      beside: alphaOf(board),
      definition: definitionOf('coefficients', 'percent_agreement'),
    },
  ];
}
