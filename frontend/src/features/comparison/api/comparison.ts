import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { post } from '@/api/calls';
import type { Address, Params } from '@/api/calls';
import { useRead } from '@/api/read';
import type { Comparison, ComparisonJob, ComparisonQuestion } from '@/api/compared';
import { isComplete, queryOf } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';

const POLL_MS = 1000;
/** For how long an answer about a comparison is not read again. */
export const KEPT_MS = 60_000;

/** Whether a worker is still at it. */
export const isUnderWay = (data: Comparison | ComparisonJob): data is ComparisonJob =>
  'n_tests' in data && !('blocks' in data);

/**
 * A comparison, or how far a worker is with it: then it is asked for again until it is there. Asking
 * has it worked out and frozen; what else is read of it (topics, downloads) is there from then on.
 */
export function useComparison(selection: Selection) {
  const body = queryOf(selection);
  return useQuery({
    queryKey: ['comparison', body],
    queryFn: ({ signal }) =>
      post('/api/comparison', {}, body as unknown as ComparisonQuestion, { signal }),
    enabled: isComplete(selection),
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isUnderWay(data) ? POLL_MS : false,
  });
}

/** While a new comparison loads, the one before shows, and nothing more is read. */
type Shown = Readonly<{ selection: Selection; isOutdated: boolean }>;
type Options = Readonly<{ enabled?: boolean; placeholderData?: typeof keepPreviousData }>;

/** Reads what a comparison that is there says at an address, of what `more` names. */
export const useCompared = <A extends Address>(
  address: A,
  { selection, isOutdated }: Shown,
  more: Partial<Params<A>>,
  options: Options = {},
) =>
  useRead(address, { ...queryOf(selection), ...more } as unknown as Params<A>, {
    enabled: !isOutdated,
    staleTime: KEPT_MS,
    ...options,
  });
