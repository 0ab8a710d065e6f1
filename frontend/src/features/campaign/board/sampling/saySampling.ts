import type { CampaignState, SampledAnswer, SamplingProgress } from '@/api/types';
import { SHORT_REASONS } from '@/features/campaign/kit/shortReason';
import { counted, formatCount, formatInterval, formatScore } from '@/shared/format/numbers';
import { formatDifference, formatShare } from '@/shared/format/numbers';
import { isOver } from '@/shared/judging/stateNames';

const THESE = 'for these topics';
const LIKE_THESE = 'for topics like these';

type Count = Readonly<{ judgmentsPerPair: number }>;

/** How far the campaign is in the order in which its pairs were drawn. */
export function sayReached(progress: SamplingProgress): string {
  const { n_in_order: n, n_drawn: nDrawn, n_drawable: nDrawable, n_waiting: nWaiting } = progress;
  const reached = `${formatCount(n)} of ${counted(nDrawn, 'drawn pair')} ${n === 1 ? 'is' : 'are'} judged in the order drawn; ${formatCount(nDrawable)} can be drawn.`;
  const waiting =
    nWaiting === 0
      ? ''
      : ` ${counted(nWaiting, 'pair')} judged out of order ${nWaiting === 1 ? 'counts' : 'count'} once the pairs before are judged.`;
  const needed = progress.n_needed;
  return `${reached}${waiting}${n < needed ? ` Estimates begin with ${formatCount(needed)} pairs in order.` : ''}`;
}

/** The run, or what is subtracted from what. */
export const nameOf = ({ baseline, run }: SampledAnswer): string =>
  baseline === null ? run : `${run} minus ${baseline}`;

const isMean = ({ baseline }: SampledAnswer): boolean => baseline === null;

const formatValue = (answer: SampledAnswer): string =>
  isMean(answer) ? formatScore(answer.value) : formatDifference(answer.value);

/** Means have no signs. */
function formatEnds(answer: SampledAnswer, ends: readonly number[]): string {
  if (!isMean(answer)) return formatInterval(ends);
  return `[${ends.map((end) => formatScore(end)).join(', ')}]`;
}

/** The estimate with both intervals. */
export function sayEstimate(answer: SampledAnswer, measure: string): string {
  const like = answer.topics_like_these;
  const others = like === null ? '' : `, ${formatEnds(answer, like)} ${LIKE_THESE}`;
  return `${nameOf(answer)} is ${formatValue(answer)} in ${measure}: 95% interval ${formatEnds(answer, answer.these_topics)} ${THESE}${others}.`;
}

type Panel = NonNullable<SampledAnswer['this_panel']>;

/** The estimate from mean votes in place of labels, with the votes' own scatter in its interval. */
export function sayPanel(
  answer: SampledAnswer,
  { value, these_topics, n_pairs: n }: Panel,
): string {
  const said = formatValue({ ...answer, value });
  return `What this panel says on average: ${said}, 95% interval ${formatEnds(answer, these_topics)} ${THESE} and other votes of the panel, from the first ${counted(n, 'pair')}, which ${n === 1 ? 'has' : 'have'} all votes.`;
}

/** How wide the intervals will be once all that is drawn is judged. */
export function sayEnd({ at_end: atEnd }: SampledAnswer, { n_drawn: n }: SamplingProgress): string {
  const like = atEnd.topics_like_these;
  const others = like === null ? '' : `, ±${formatScore(like)} ${LIKE_THESE}`;
  return `With all ${counted(n, 'drawn pair')} judged, expect ±${formatScore(atEnd.these_topics)} ${THESE}${others}.`;
}

/** How many more judgments would leave 0 out of the interval; '' for a mean. */
export function saySeparation(
  answer: SampledAnswer,
  { n_in_order: n, n_drawn: nDrawn }: SamplingProgress,
  { judgmentsPerPair }: Count,
): string {
  const needed = answer.n_to_separate;
  if (isMean(answer)) return '';
  if (needed === null) return 'No number of the remaining pairs would separate these two.';
  if (needed <= n) return `The interval ${THESE} leaves 0 out now.`;
  const more = needed - n;
  const pairs = judgmentsPerPair === 1 ? '' : `, on ${counted(more, 'pair')},`;
  const beyond =
    needed <= nDrawn ? '' : ` ${formatCount(needed - nDrawn)} of these pairs must still be drawn.`;
  return `About ${counted(more * judgmentsPerPair, 'more judgment')}${pairs} would separate these two ${THESE}, if the difference stays as it is.${beyond}`;
}

/** Whether judging may stop: the one statement that may be looked at after every judgment. */
export function sayStop(
  answer: SampledAnswer,
  { alpha }: SamplingProgress,
  { judgmentsPerPair }: Count,
): string {
  const at = answer.stopped_at;
  if (at === null)
    return '0 has not been ruled out yet by the rule that may be looked at after every judgment.';
  const after = counted(at, judgmentsPerPair === 1 ? 'judgment' : 'judged pair');
  return `0 has been ruled out after ${after}; the chance of this where the runs are equal is at most ${formatShare(alpha)}, however often one looks.`;
}

/** Whether the difference was shown to be as good as none. */
export function sayEqual(
  answer: SampledAnswer,
  within: number,
  { alpha }: SamplingProgress,
  { judgmentsPerPair }: Count,
): string {
  const at = answer.equal_at;
  const margin = `within ±${formatScore(within)}`;
  if (at === null) return `The difference has not been shown to lie ${margin} yet.`;
  const after = counted(at, judgmentsPerPair === 1 ? 'judgment' : 'judged pair');
  return `The difference was shown to lie ${margin} after ${after}; the chance of this where it lies outside is at most ${formatShare(alpha)}, however often one looks.`;
}

const LIST = new Intl.ListFormat('en');

/** Once each difference that was asked for is ruled to be one, or as good as none; '' before. */
export function sayAnswered(progress: SamplingProgress): string {
  const { answers, n_left_out: nLeftOut, measure, other_measures: others } = progress;
  const isOpen = answers.some((one) => one.stopped_at === null && one.equal_at === null);
  if (answers.length === 0 || nLeftOut > 0 || isOpen) return '';
  if (others.length === 0) return 'The question is answered: you can stop judging here.';
  return `The question is answered by ${measure} alone: you can stop judging here, unless ${LIST.format(others)} ${others.length === 1 ? 'needs' : 'need'} more.`;
}

type End = NonNullable<SamplingProgress['ends_at']>;

const reasonsOf = (reasons: End['reasons']): string =>
  [...new Set(reasons)].map((one) => SHORT_REASONS[one]).join(', ');

/** Whether the end of the sample is news: it keeps pairs waiting, or will while people judge on. */
export const isEndShown = (
  { n_waiting: nWaiting, ends_at: end }: SamplingProgress,
  state: CampaignState,
): boolean => end !== null && (nWaiting > 0 || (end.reasons.length > 0 && !isOver(state)));

const GRADE_IT = 'give it a grade there, and the pairs after it count.';

/** Why the pair at which a sample ends has no label, and what would give it one. */
export function sayWhyItEnds({ is_set_aside: isSetAside, reasons }: End, state: CampaignState) {
  const n = reasons.length;
  const why =
    n === 0
      ? 'It has no judgment yet.'
      : `${counted(n, 'person', 'people')} could not judge it (${reasonsOf(reasons)}).`;
  if (state === 'archived') return `${why} An archived campaign takes no more decisions.`;
  const isOpened = state !== 'draft' && state !== 'pilot';
  if (isSetAside || isOver(state))
    return `${why} Nobody gets it any more: ${isOpened ? '' : 'once the campaign is open, '}${GRADE_IT}`;
  return `${why} The pairs after it count once it is judged.`;
}
