import type { Scores, TopicLook } from '@/api/types';
import { differenceOf } from '@/shared/evaluation/direction';

/** Where a topic stands in an order, and which topics stand beside it. */
export type Neighbours = Readonly<{
  place: number;
  n: number;
  previous: string | null;
  next: string | null;
}>;

export const inTheSet = ({ place, n_topics: n, previous, next }: TopicLook): Neighbours => ({
  place,
  n,
  previous,
  next,
});

export type Difference = Readonly<{ queryId: string; difference: number }>;

/** How far the second of two runs is from the first on each topic. */
export function differencesOf(scores: Scores): readonly Difference[] {
  const [baseline, run] = scores.rows.map(({ scores: [first] }) => first?.values ?? []);
  return (scores.topic_list ?? []).map(({ query_id: queryId }, place) => ({
    queryId,
    difference: differenceOf(baseline?.[place] ?? 0, run?.[place] ?? 0),
  }));
}

export const isLowerBetter = ({ rows }: Scores): boolean =>
  rows[0]?.scores[0]?.lower_is_better ?? false;

/** By difference, the greatest gain first; null where the topic has none. */
export function byDifference(
  differences: readonly Difference[],
  isRank: boolean,
  queryId: string,
): Neighbours | null {
  const sign = isRank ? -1 : 1;
  const order = differences
    .toSorted((a, b) => sign * (b.difference - a.difference))
    .map((one) => one.queryId);
  const at = order.indexOf(queryId);
  if (at < 0) return null;
  return {
    place: at + 1,
    n: order.length,
    previous: order[at - 1] ?? null,
    next: order[at + 1] ?? null,
  };
}
