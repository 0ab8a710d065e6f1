import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { get } from '@/api/calls';
import { keyOf, useSteadyRead } from '@/api/read';
import type { Look, StateQuery } from '@/api/types';
import { addUp } from '@/features/campaign/whatif/state/draws';
import type { Focus } from '@/features/campaign/whatif/state/focus';
import { policyOf } from '@/features/campaign/whatif/state/state';
import type { State } from '@/features/campaign/whatif/state/state';

/** A state as the API takes it. */
export type Asked = Readonly<{ campaign_id: number }> & StateQuery;

export const askedOf = (campaignId: number, state: State): Asked => ({
  campaign_id: campaignId,
  ...policyOf(state),
  runs: state.runs.join(','),
  measure: state.measure,
  unjudged: state.unjudged,
});

/** The same of two runs. The API takes the first one from the second: here it is the other way round. */
export const askedOfTwo = (asked: Asked, { first, second }: Focus): Asked => ({
  ...asked,
  runs: `${second},${first}`,
});

type Timed = Readonly<{ look: Look; ms: number }>;

async function getLook(
  params: Asked & Readonly<{ reference?: string }>,
  signal: AbortSignal,
): Promise<Timed> {
  const start = performance.now();
  const look = await get('/api/campaigns/{campaign_id}/what-if', params, { signal });
  return { look, ms: performance.now() - start };
}

/** The runs under a state, and how long the answer took. */
export function useLook(asked: Asked, reference: string | null) {
  const params = { ...asked, ...(reference !== null && { reference }) };
  return useQuery({
    queryKey: keyOf('/api/campaigns/{campaign_id}/what-if', params),
    queryFn: ({ signal }) => getLook(params, signal),
    placeholderData: keepPreviousData,
  });
}

export const useLeads = (asked: Asked, enabled: boolean) =>
  useSteadyRead('/api/campaigns/{campaign_id}/what-if/thresholds', asked, { enabled });

export const useTurned = (asked: Asked, enabled: boolean) =>
  useSteadyRead('/api/campaigns/{campaign_id}/what-if/turning', asked, { enabled });

export const useSources = (asked: Asked) =>
  useSteadyRead('/api/campaigns/{campaign_id}/what-if/sources', asked);

export const useErrors = (asked: Asked) =>
  useSteadyRead('/api/campaigns/{campaign_id}/what-if/errors', asked);

export const useDecisive = (
  asked: Asked,
  options: Readonly<{ n: number; among: 'open' | 'all' }>,
  enabled: boolean,
) =>
  useSteadyRead(
    '/api/campaigns/{campaign_id}/what-if/pairs',
    { ...asked, ...options },
    { enabled },
  );

const [N_BLOCKS, BLOCK] = [4, 50];
export const N_DRAWS = N_BLOCKS * BLOCK;
const FRESH_MS = 300_000;

/** Draws of assessors and topics, block after block, added up as they come. */
export function useRedraws(asked: Asked, enabled: boolean) {
  const query = useInfiniteQuery({
    queryKey: keyOf('/api/campaigns/{campaign_id}/what-if/redraws', asked),
    queryFn: ({ pageParam, signal }) =>
      get(
        '/api/campaigns/{campaign_id}/what-if/redraws',
        { ...asked, first: pageParam, n_draws: BLOCK },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (_, pages) => (pages.length < N_BLOCKS ? pages.length * BLOCK : undefined),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    enabled,
  });
  const { data, hasNextPage, isFetching, error, fetchNextPage, isPlaceholderData } = query;
  const isNext = hasNextPage && !isFetching && error === null && !isPlaceholderData && enabled;
  useEffect(() => {
    if (isNext) void fetchNextPage();
  }, [isNext, fetchNextPage, data]);
  return {
    draws: data === undefined ? null : addUp(data.pages),
    isWhole: data !== undefined && !hasNextPage,
    error,
    isPlaceholderData,
  };
}
