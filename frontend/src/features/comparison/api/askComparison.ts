import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { isComplete, queryOf } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import type { Comparison, ComparisonJob, ComparisonQuestion } from '@/api/types';

const POLL_MS = 1000;

/** Whether a worker is still at it. */
export const isUnderWay = (data: Comparison | ComparisonJob): data is ComparisonJob =>
  'n_tests' in data && !('blocks' in data);

/**
 * A comparison, or how far a worker is with it: then it is asked for again until it is there. Asking has it worked out
 * and frozen; what else is read of it (topics, downloads) is there from then on.
 */
export const comparisonQuery = (selection: Selection) =>
  queryOptions({
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
    staleTime: 60_000,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isUnderWay(data) ? POLL_MS : false,
  });
