import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { DraftRequest, GuidelineDraft } from '@/api/types';

export const draftKey = (id: number) => ['draft', id] as const;

const draftQuery = (id: number) =>
  queryOptions({
    queryKey: draftKey(id),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/guidelines/draft', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
    // What is being written is never taken from the cache of another visit, nor changed under it.
    staleTime: Infinity,
    gcTime: 0,
  });

/** The next version of the guideline, as it is being written. */
export const useGuidelineDraft = (id: number) => useQuery(draftQuery(id));

export const keepDraft = (id: number, body: DraftRequest) =>
  answer(
    api.PUT('/api/campaigns/{campaign_id}/guidelines/draft', {
      params: { path: { campaign_id: id } },
      body,
    }),
  );

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

type Discarding = Readonly<{
  /** The fingerprint of what is thrown away. */
  read: () => Promise<string>;
  onDone: () => void;
  onRejected: () => void;
}>;

export const useDiscardDraft = (id: number, { read, onDone, onRejected }: Discarding) =>
  useMutation({
    mutationFn: async () =>
      answer(
        api.DELETE('/api/campaigns/{campaign_id}/guidelines/draft', {
          params: { path: { campaign_id: id }, query: { before: await read() } },
        }),
      ),
    onSuccess: onDone,
    onError: onRejected,
  });
