import type { WatchedRuns } from '@/api/types';
import { counted, formatCount, formatDifference } from '@/shared/format/numbers';

type Names = Readonly<{ baseline: string; run: string }>;

const interval = (low: number, high: number): string =>
  `[${formatDifference(low, false)}, ${formatDifference(high, false)}]`;

/** What may be said now, however often one looked before. */
export function sayWatched(
  { topics, n_planned: nPlanned, measure, confidence, note }: WatchedRuns,
  { baseline, run }: Names,
): string {
  const last = topics.at(-1);
  if (last === undefined)
    return `No topic has all its votes yet, of ${counted(nPlanned, 'topic')}. The first one is shown as soon as it has.`;
  const done = `${formatCount(topics.length)} of ${counted(nPlanned, 'topic')}`;
  if (last.low === null || last.high === null) return `${done} are done; ${note}.`;
  const over =
    topics.length === nPlanned
      ? `Over all ${counted(nPlanned, 'topic')},`
      : `After ${done}: over all of them,`;
  const found = `${run} minus ${baseline} is ${formatDifference(last.mean, false)}${topics.length === nPlanned ? '' : ' so far'}, ${Math.round(100 * confidence)}% interval ${interval(last.low, last.high)}`;
  if (last.low > 0) return `${over} ${run} beats ${baseline} in ${measure}: ${found}.`;
  if (last.high < 0) return `${over} ${baseline} beats ${run} in ${measure}: ${found}.`;
  return `${over} neither ${run} nor ${baseline} can be said to be better in ${measure}: ${found}.`;
}
