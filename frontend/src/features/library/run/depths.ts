import { OFFERED } from '@/shared/evaluation/measures';
import type { Scores } from '@/api/types';
import type { Group } from '@/shared/ui/figure/groups';

export const CUTOFFS: readonly number[] = [1, 3, 5, 10, 20, 50, 100];

export type Depth = 'Judged' | 'nDCG';

const at = (measure: Depth, cutoff: number): string => `${measure}@${cutoff}`;

/** All that is asked of a run at once: what the table shows, and two measures at every depth. */
export const MEASURES: readonly string[] = [
  ...new Set([...OFFERED.run, ...CUTOFFS.flatMap((k) => [at('Judged', k), at('nDCG', k)])]),
];

/** The mean of a measure; null where it was not asked for. */
export const meanOf = (scores: Scores | undefined, measure: string): number | null =>
  scores?.rows[0]?.scores.find((one) => one.measure === measure)?.mean ?? null;

/** A measure by depth under each label set. */
export const byDepth = (measure: Depth, all: readonly (Scores | undefined)[]): readonly Group[] =>
  CUTOFFS.map((cutoff) => ({
    name: `${cutoff}`,
    values: all.map((scores) => meanOf(scores, at(measure, cutoff))),
  }));

export type TopicScore = Readonly<{ queryId: string; query: string; value: number }>;

/** A run's topics by a measure, the worst first. */
export function worstFirst(scores: Scores, measure: string): readonly TopicScore[] {
  const values = scores.rows[0]?.scores.find((one) => one.measure === measure)?.values ?? [];
  return (scores.topic_list ?? [])
    .map(({ query_id: queryId, query }, place) => ({ queryId, query, value: values[place] ?? 0 }))
    .toSorted((a, b) => a.value - b.value);
}
