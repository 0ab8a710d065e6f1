import { OFFERED } from '@/shared/evaluation/measures';
import type { LabelSet, Scores } from '@/api/types';
import type { Scored } from '@/features/library/api/runs';
import { describeNotEstimated, estimatedMeasures } from '@/shared/labels/estimated';
import type { Group } from '@/shared/ui/figure/groups';

export const CUTOFFS: readonly number[] = [1, 3, 5, 10, 20, 50, 100];

export type Depth = 'Judged' | 'nDCG';

const at = (measure: Depth, cutoff: number): string => `${measure}@${cutoff}`;

/** All that is asked of a run at once: what the table shows, and two measures at every depth. */
export const MEASURES: readonly string[] = [
  ...new Set([...OFFERED.run, ...CUTOFFS.flatMap((k) => [at('Judged', k), at('nDCG', k)])]),
];
const OF_DEPTHS = MEASURES.filter((name) => !OFFERED.run.includes(name));

/** The same, and of a sample what its pairs were drawn for. */
export const measuresUnder = (labels: Pick<LabelSet, 'design'>): readonly string[] => [
  ...new Set([...MEASURES, ...(estimatedMeasures(labels) ?? [])]),
];

/** The measures of a list that a label set gives: a sample gives but a few. */
export const givenBy = (scores: Scores, measures: readonly string[]): readonly string[] =>
  measures.filter((name) => meanOf(scores, name) !== null);

export type Estimate = Readonly<{
  labels: string;
  measure: string;
  mean: number;
  likeThese: readonly number[] | null;
  these: readonly number[] | null;
}>;

/** What samples give instead of scores, of all but measures at other depths. */
export const estimatesIn = (all: readonly Scored[]): readonly Estimate[] =>
  all.flatMap(({ labels, scores }) =>
    (scores?.rows[0]?.scores ?? []).flatMap(({ measure, mean, estimated }) =>
      estimated === null || OF_DEPTHS.includes(measure)
        ? []
        : [
            {
              ...{ labels, measure, mean },
              ...{ likeThese: estimated.topics_like_these, these: estimated.these_topics },
            },
          ],
    ),
  );

/** From how many pairs each sample estimates, and what they were drawn for. */
export const marksIn = (all: readonly Scored[]): readonly string[] =>
  all.flatMap(({ labels, scores }) => {
    const sample = scores?.rows[0]?.sample ?? null;
    return sample === null ? [] : [`Scores under ${labels} are ${sample.text}.`];
  });

/** Why samples do not give what the table shows. */
export const notGiven = (all: readonly Scored[]): readonly string[] =>
  all.flatMap(({ scores }) =>
    describeNotEstimated(
      (scores?.not_estimated ?? []).filter(({ measure }) => OFFERED.run.includes(measure)),
    ),
  );

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
