import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { put, remove } from '@/api/calls';
import { keyOf } from '@/api/keyOf';
import { reading } from '@/api/read';
import type { DraftRequest, GuidelineDraft } from '@/api/types';

export const draftKey = (id: number) =>
  keyOf('/api/campaigns/{campaign_id}/guidelines/draft', { campaign_id: id });

const draftQuery = (id: number) => ({
  ...reading('/api/campaigns/{campaign_id}/guidelines/draft', { campaign_id: id }),
  // What is being written is never taken from the cache of another visit, nor changed under it.
  staleTime: Infinity,
  gcTime: 0,
});

/** The next version of the guideline, as it is being written. */
export const useGuidelineDraft = (id: number) => useQuery(draftQuery(id));

export const keepDraft = (id: number, body: DraftRequest) =>
  put('/api/campaigns/{campaign_id}/guidelines/draft', { campaign_id: id }, body);

/** Reads what another window wrote, and settles which of the two stays. */
export function useSettleDraft(
  id: number,
  settle: (mine: boolean, theirs: GuidelineDraft) => Promise<void>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (mine: boolean) =>
      settle(mine, await client.query({ ...draftQuery(id), staleTime: 0 })),
  });
}

export const discardDraft = (id: number, fingerprint: string) =>
  remove('/api/campaigns/{campaign_id}/guidelines/draft', {
    campaign_id: id,
    before: fingerprint,
  });
