import type { Board } from '@/api/types';
import { formatHours } from '@/features/campaign/kit/formatHours';
import { formatAside, formatJudgments } from '@/features/campaign/kit/formatProgress';
import { counted, formatCount, formatScore, formatShare } from '@/shared/format/numbers';

/** One number that the board begins with, and what to know beside it. */
type Headline = Readonly<{ name: string; value: string; beside: string }>;

type Counted = Pick<Board, 'progress' | 'agreement' | 'n_active'> &
  Readonly<{ details: Pick<Board['details'], 'course'> }>;

const UNKNOWN = '–';

/** How far, what is left, what it cost, how well people agree; all of one moment. */
export function headlinesOf(board: Counted): Headline[] {
  const { progress, agreement, n_active: nActive, details } = board;
  if (progress === null) return [];
  const share = progress.n_wanted === 0 ? 0 : progress.n_votes / progress.n_wanted;
  const same = agreement?.overall.percent_agreement ?? null;
  const alpha = agreement?.overall.alpha_ordinal ?? null;
  return [
    { name: 'judged', value: formatShare(share), beside: formatJudgments(progress) },
    { name: 'left', value: formatCount(progress.n_left), beside: formatAside(progress) },
    {
      name: 'of judging so far',
      value: formatHours(details.course.stretches) ?? UNKNOWN,
      beside: `${counted(nActive, 'person', 'people')} at work now`,
    },
    {
      name: 'same grade',
      value: same === null ? UNKNOWN : formatShare(same),
      beside: same === null ? 'no pair has two grades yet' : `α ${formatScore(alpha)}, ordinal`,
    },
  ];
}
