import type { WatchedRuns } from '@/api/types';
import { counted, formatCount, formatDifference } from '@/shared/format/numbers';

type Names = Readonly<{ baseline: string; run: string }>;

const interval = (low: number, high: number): string =>
  `[${formatDifference(low, false)}, ${formatDifference(high, false)}]`;

/** Whether every topic of the campaign is done, so that nothing is left to estimate. */
export const isWhole = ({ topics, n_planned: nPlanned }: WatchedRuns): boolean =>
  topics.length > 0 && topics.length === nPlanned;

/** What may be said now, however often one looked before. */
export function sayWatched(watched: WatchedRuns, { baseline, run }: Names): string {
  const { topics, n_planned: nPlanned, measure, confidence, note } = watched;
  const last = topics.at(-1);
  if (last === undefined)
    return `No topic has all its votes yet, of ${counted(nPlanned, 'topic')}. The first one is shown as soon as it has.`;
  if (isWhole(watched))
    return `All ${counted(nPlanned, 'topic')} of this campaign ${nPlanned === 1 ? 'is' : 'are'} judged: ${run} minus ${baseline} is ${formatDifference(last.mean, false)} in ${measure}. This is the campaign’s mean, not an estimate.`;
  const done = `${formatCount(topics.length)} of ${counted(nPlanned, 'topic')}`;
  if (last.low === null || last.high === null) return `${done} are done; ${note}.`;
  const over = `After ${done}: over all of them,`;
  const found = `${run} minus ${baseline} is ${formatDifference(last.mean, false)} so far, ${Math.round(100 * confidence)}% interval ${interval(last.low, last.high)}`;
  if (last.low > 0) return `${over} ${run} beats ${baseline} in ${measure}: ${found}.`;
  if (last.high < 0) return `${over} ${baseline} beats ${run} in ${measure}: ${found}.`;
  return `${over} neither ${run} nor ${baseline} can be said to be better in ${measure}: ${found}.`;
}
