import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { paths } from '@/api/schema.gen';
import { queryOf } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';

const KEPT_MS = 60_000;

type BoundsQuery = paths['/api/comparison/bounds']['get']['parameters']['query'];

/** How much of each run is judged, and what unjudged passages could make of it by one measure. */
export function useBounds(selection: Selection, measure: string, enabled: boolean) {
  const query = { ...queryOf(selection), measure };
  return useQuery({
    queryKey: ['comparison', 'bounds', query],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/comparison/bounds', {
          params: { query: query as unknown as BoundsQuery },
          signal,
        }),
      ),
    staleTime: KEPT_MS,
    retry: false,
    enabled,
  });
}

export type By = 'run' | 'team';

export type PoolQuestion = Readonly<{
  runs: readonly string[];
  labels: string;
  measure: string;
  depth: number;
  by: By;
  /** Of the comparison, whose topics alone count. */
  selection: Selection;
}>;

/** What each run would score had it, or its team, not been in the pool. */
export function usePoolBias(question: PoolQuestion, enabled: boolean) {
  const { runs, labels, measure, depth, by, selection } = question;
  const { labels: others, baselineLabels, onlyTopicsOf, commonTopics, singlePrecision } = selection;
  const query = {
    ...{ runs: runs.join(','), label_set: labels, measures: measure, depth, by },
    labels: [...others, ...(baselineLabels === null ? [] : [baselineLabels])].join(','),
    ...(onlyTopicsOf !== null && { only_topics_of: onlyTopicsOf }),
    ...(commonTopics && { common_topics: true }),
    ...(singlePrecision && { single_precision: true }),
  };
  return useQuery({
    queryKey: ['comparison', 'pool-bias', query],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/comparison/pool-bias', { params: { query }, signal })),
    staleTime: KEPT_MS,
    retry: false,
    enabled,
  });
}
