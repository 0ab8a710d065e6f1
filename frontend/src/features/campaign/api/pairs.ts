import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { post, remove } from '@/api/calls';
import { useRead, useReadParts } from '@/api/read';
import type { DecisionRequest, PairsSought } from '@/api/types';
import { isOf, useChange } from '@/features/campaign/api/change';

const PAIRS = '/api/campaigns/{campaign_id}/pairs';

/** What the list can be narrowed to, and how many pairs there are of each. */
export const usePairChoices = (id: number, enabled = true) =>
  useRead('/api/campaigns/{campaign_id}/pairs/choices', { campaign_id: id }, { enabled });

/** The pairs that are sought, part after part; unless enabled, those that were read before. */
export const usePairs = (id: number, sought: PairsSought, enabled = true) =>
  useReadParts(
    '/api/campaigns/{campaign_id}/pairs',
    { campaign_id: id, ...sought },
    { placeholderData: keepPreviousData, enabled },
  );

/** A grade for the whole pair; or null, which takes back what stands; and what was seen of it. */
export type DecisionMade = Readonly<{
  decision: Omit<DecisionRequest, 'seen'> | null;
  seen: string;
}>;

/** Decides on a pair. Where the server refuses, the pair is read again: it may have changed. */
export function useDecide(id: number, pairId: number) {
  const client = useQueryClient();
  const pair = { campaign_id: id, pair_id: pairId };
  return useChange<DecisionMade, unknown>(
    id,
    ({ decision, seen }) =>
      decision === null
        ? remove('/api/campaigns/{campaign_id}/pairs/{pair_id}/decision', { ...pair, seen })
        : post('/api/campaigns/{campaign_id}/pairs/{pair_id}/decision', pair, {
            ...decision,
            seen,
          }),
    undefined,
    () =>
      client.invalidateQueries({
        predicate: (query) => isOf(id)(query) && String(query.queryKey[0]).startsWith(PAIRS),
      }),
  );
}
