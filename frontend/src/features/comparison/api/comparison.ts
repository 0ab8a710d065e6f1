import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { paths } from '@/api/schema.gen';
import type { Comparison, ComparisonJob, ComparisonQuestion } from '@/api/compared';
import { isComplete, queryOf } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';

const POLL_MS = 1000;
const KEPT_MS = 60_000;

/** Whether a worker is still at it. */
export const isUnderWay = (data: Comparison | ComparisonJob): data is ComparisonJob =>
  'n_tests' in data && !('blocks' in data);

/**
 * A comparison, or how far a worker is with it: then it is asked for again until it is there. Asking has it worked out
 * and frozen; what else is read of it (topics, downloads) is there from then on.
 */
export const useComparison = (selection: Selection) =>
  useQuery({
    queryKey: ['comparison', queryOf(selection)],
    queryFn: ({ signal }) =>
      answer(
        api.POST('/api/comparison', {
          body: queryOf(selection) as unknown as ComparisonQuestion,
          signal,
        }),
      ),
    enabled: isComplete(selection),
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isUnderWay(data) ? POLL_MS : false,
  });

type VerdictQuery = paths['/api/comparison/verdict']['get']['parameters']['query'];

/** What a comparison that is there lets be said of one run by one measure. */
export function useVerdict(
  selection: Selection,
  of: Readonly<{ run: string; measure: string }>,
  enabled: boolean,
) {
  const query = { ...queryOf(selection), ...of };
  return useQuery({
    queryKey: ['comparison', 'verdict', query],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/comparison/verdict', {
          params: { query: query as unknown as VerdictQuery },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
    retry: false,
    enabled,
  });
}

type MethodsQuery = paths['/api/comparison/methods']['get']['parameters']['query'];

/** What a comparison that is there did, as a paragraph for a paper. */
export function useMethods(selection: Selection, enabled: boolean) {
  const query = queryOf(selection);
  return useQuery({
    queryKey: ['comparison', 'methods', query],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/comparison/methods', {
          params: { query: query as unknown as MethodsQuery },
          signal,
        }),
      ),
    staleTime: KEPT_MS,
    retry: false,
    enabled,
  });
}

/** One run under one label set, recomputed by trec_eval's own code. */
export const verifyScores = (
  query: Readonly<{ run: string; label_set: string; measures: string }>,
  signal: AbortSignal,
) => answer(api.GET('/api/comparison/verification', { params: { query }, signal }));

type TableQuery = paths['/api/comparison/topic-table']['get']['parameters']['query'];

/** One measure of a comparison that is there, on every topic: all runs under all labels. */
export function useTopicTable(selection: Selection, measure: string, enabled: boolean) {
  const query = { ...queryOf(selection), measure };
  return useQuery({
    queryKey: ['comparison', 'topic-table', query],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/comparison/topic-table', {
          params: { query: query as unknown as TableQuery },
          signal,
        }),
      ),
    staleTime: KEPT_MS,
    enabled,
  });
}
