import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { DecisionRequest, PairsSought } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';

const pairsKey = (id: number) => ['pairs', id];

/** What the list can be narrowed to, and how many pairs there are of each. */
export const usePairChoices = (id: number, enabled = true) =>
  useQuery({
    queryKey: [...pairsKey(id), 'choices'],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/pairs/choices', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
    enabled,
  });

/** The pairs that are sought, page after page; unless enabled, those that were read before. */
export const usePairPages = (id: number, sought: PairsSought, enabled = true) =>
  useInfiniteQuery({
    queryKey: [...pairsKey(id), 'list', sought],
    queryFn: ({ signal, pageParam: after }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/pairs', {
          params: {
            path: { campaign_id: id },
            query: after === null ? sought : { ...sought, after },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    enabled,
  });

/** A pair with its whole texts, every answer to it, and what label sets say of it. */
export const usePair = (id: number, pairId: number) =>
  useQuery({
    queryKey: [...pairsKey(id), 'pair', pairId],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/pairs/{pair_id}', {
          params: { path: { campaign_id: id, pair_id: pairId } },
          signal,
        }),
      ),
  });

/** The pair that stands behind this one in the list that is sought. */
export const useNextPair = (id: number, pairId: number, sought: PairsSought, enabled: boolean) =>
  useQuery({
    queryKey: [...pairsKey(id), 'next', pairId, sought],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/pairs/{pair_id}/next', {
          params: { path: { campaign_id: id, pair_id: pairId }, query: sought },
          signal,
        }),
      ),
    enabled,
  });

/** Every version of every judgment of a pair, the oldest first. */
export const usePairJudgments = (id: number, pairId: number) =>
  useQuery({
    queryKey: [...pairsKey(id), 'judgments', pairId],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/pairs/{pair_id}/judgments', {
          params: { path: { campaign_id: id, pair_id: pairId } },
          signal,
        }),
      ),
    select: ({ judgments }) => judgments,
  });

/** A grade for the whole pair; or null, which takes back what stands; and what was seen of it. */
export type DecisionMade = Readonly<{
  decision: Omit<DecisionRequest, 'seen'> | null;
  seen: string;
}>;

/** Decides on a pair. Where the server refuses, the pair is read again: it may have changed. */
export function useDecide(id: number, pairId: number) {
  const client = useQueryClient();
  const path = { campaign_id: id, pair_id: pairId };
  return useChange(
    id,
    ({ decision, seen }: DecisionMade) =>
      answer(
        decision === null
          ? api.DELETE('/api/campaigns/{campaign_id}/pairs/{pair_id}/decision', {
              params: { path, query: { seen } },
            })
          : api.POST('/api/campaigns/{campaign_id}/pairs/{pair_id}/decision', {
              params: { path },
              body: { ...decision, seen },
            }),
      ),
    undefined,
    () => client.invalidateQueries({ queryKey: pairsKey(id) }),
  );
}

/** Chooses a pair for adjudication, or chooses it no more. */
export function useChoosePair(id: number, pairId: number) {
  const params = { path: { campaign_id: id, pair_id: pairId } };
  return useChange(id, (isChosen: boolean) =>
    answer(
      isChosen
        ? api.PUT('/api/campaigns/{campaign_id}/pairs/{pair_id}/chosen', { params })
        : api.DELETE('/api/campaigns/{campaign_id}/pairs/{pair_id}/chosen', { params }),
    ),
  );
}
