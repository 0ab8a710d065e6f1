import { hashKey, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { get } from '@/api/calls';
import type { Address, Params, Reply } from '@/api/calls';
import { keyOf } from '@/api/keyOf';
import type { DrawnBlock, Look, StateQuery } from '@/api/types';
import { addUp } from '@/features/campaign/whatif/state/draws';
import type { Focus } from '@/features/campaign/whatif/state/focus';
import { measureTitle } from '@/features/campaign/whatif/state/measureTitle';
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

/** An answer, with the state that it is of: while the next is on its way, the one before stays. */
export type Answer<Data> = Readonly<{ asked: Asked; found: Data }>;

/** Whether two answers are of the same state. */
export const isSameState = (one: Asked, other: Asked): boolean =>
  hashKey([one]) === hashKey([other]);

/** The two runs that an answer of two is of. */
export function focusOfTwo({ runs }: Asked): Focus {
  const [second = '', first = ''] = runs.split(',');
  return { first, second };
}

type OfState = Extract<Address, `/api/campaigns/{campaign_id}/what-if${string}`>;
type Extra<A extends OfState> = Omit<Params<A>, keyof Asked>;

function useAnswer<A extends OfState>(address: A, asked: Asked, extra?: Extra<A>) {
  const params = { ...asked, ...extra } as Params<A>;
  return useQuery({
    queryKey: keyOf(address, params),
    queryFn: async ({ signal }): Promise<Answer<Reply<A>> & Readonly<{ ms: number }>> => {
      const start = performance.now();
      const found = await get(address, params, { signal });
      return { asked, found, ms: performance.now() - start };
    },
    placeholderData: keepPreviousData,
  });
}

/** The runs under a state. */
export const useLook = (asked: Asked, reference: string | null) =>
  useAnswer('/api/campaigns/{campaign_id}/what-if', asked, reference === null ? {} : { reference });

export const useLeads = (asked: Asked) =>
  useAnswer('/api/campaigns/{campaign_id}/what-if/thresholds', asked);

export const useTurned = (asked: Asked) =>
  useAnswer('/api/campaigns/{campaign_id}/what-if/turning', asked);

export const useSources = (asked: Asked) =>
  useAnswer('/api/campaigns/{campaign_id}/what-if/sources', asked);

export const useErrors = (asked: Asked) =>
  useAnswer('/api/campaigns/{campaign_id}/what-if/errors', asked);

export const useDecisive = (
  asked: Asked,
  options: Readonly<{ n: number; among: 'open' | 'all' }>,
) => useAnswer('/api/campaigns/{campaign_id}/what-if/pairs', asked, options);

const [N_BLOCKS, BLOCK] = [4, 50];
export const N_DRAWS = N_BLOCKS * BLOCK;
const FRESH_MS = 300_000;

const titleOf = ({ measure, unjudged }: Asked): string => measureTitle(measure, unjudged);

const nDrawn = (blocks: readonly DrawnBlock[]): number =>
  blocks.reduce((sum, { leads }) => sum + leads.length, 0);

type Block = Readonly<{ asked: Asked; nVotes: number; block: DrawnBlock }>;

/** Draws of these votes, block after block. */
function useBlocks(asked: Asked, nVotes: number, enabled: boolean) {
  const query = useInfiniteQuery({
    queryKey: [...keyOf('/api/campaigns/{campaign_id}/what-if/redraws', asked), nVotes],
    queryFn: async ({ pageParam, signal }): Promise<Block> => {
      const params = { ...asked, first: pageParam, n_draws: BLOCK };
      const block = await get('/api/campaigns/{campaign_id}/what-if/redraws', params, { signal });
      return { asked, nVotes, block };
    },
    initialPageParam: 0,
    getNextPageParam: (_, pages) => {
      const next = nDrawn(pages.map(({ block }) => block));
      return pages.length < N_BLOCKS && next < N_DRAWS ? next : undefined;
    },
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
  return query;
}

/**
 * Draws of assessors and topics, added up as they come. They are of the votes of the look: with other
 * votes they begin again.
 */
export function useRedraws(asked: Asked, seen: Answer<Look>) {
  const nVotes = seen.found.n_votes;
  const query = useBlocks(asked, nVotes, isSameState(seen.asked, asked));
  const { data, hasNextPage, error, fetchNextPage, isPlaceholderData } = query;
  const pages = data?.pages ?? [];
  const isOf = (block: Block): boolean =>
    block.nVotes === nVotes && isSameState(block.asked, seen.asked);
  return {
    draws: pages.length === 0 ? undefined : addUp(pages.map(({ block }) => block)),
    measure: titleOf(pages[0]?.asked ?? asked),
    isWhole: pages.length > 0 && !hasNextPage && !isPlaceholderData,
    isOfLook: pages.length > 0 && pages.every(isOf),
    error,
    // The blocks that came stay.
    refetch: () => (pages.length === 0 || isPlaceholderData ? query.refetch() : fetchNextPage()),
  };
}
