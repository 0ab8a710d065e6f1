import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { get, post } from '@/api/calls';
import { keyOf } from '@/api/keyOf';
import type { JudgingSetup } from '@/api/types';

export const setupKey = (id: number) => keyOf('/api/judging/{campaign_id}', { campaign_id: id });

/** The setup as it is now; its guideline says what changed since the `known` version. */
export const readSetup = (id: number, signal: AbortSignal, known?: number): Promise<JudgingSetup> =>
  get('/api/judging/{campaign_id}', { campaign_id: id, guideline: known }, { signal });

/**
 * Scale, guideline and reasons, as they stay while the campaign goes on; see `useFreshSetup`. The
 * guideline stays the one that was shown until a newer one was announced; see `useGuidelineNews`.
 */
export function useSetup(id: number) {
  const client = useQueryClient();
  return useQuery({
    queryKey: setupKey(id),
    queryFn: async ({ signal }) => {
      const setup = await readSetup(id, signal);
      const before = client.getQueryData<JudgingSetup>(setupKey(id));
      return before === undefined ? setup : { ...setup, guideline: before.guideline };
    },
    staleTime: Infinity,
  });
}

/** Has the setup read again. */
export function useSetupAnew(id: number): () => void {
  const client = useQueryClient();
  return useCallback(
    () => void client.invalidateQueries({ queryKey: setupKey(id), exact: true }),
    [client, id],
  );
}

/** Accepts a notice, and reads the setup again either way: a rejection may mean that there is a newer one. */
export function useConsent(id: number, version: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      post('/api/judging/{campaign_id}/consent', { campaign_id: id }, { notice_version: version }),
    onSettled: () => client.invalidateQueries({ queryKey: setupKey(id), exact: true }),
  });
}
