import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { answer, api } from '@/api/client';

const setupKey = (id: number) => ['judging', id];

/** Scale, guideline and reasons, as they stay while the campaign goes on; see `useFreshSetup`. */
export const useSetup = (id: number) =>
  useQuery({
    queryKey: setupKey(id),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/judging/{campaign_id}', { params: { path: { campaign_id: id } }, signal }),
      ),
    staleTime: Infinity,
  });

/** Has the setup read again. */
export function useSetupAnew(id: number): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries({ queryKey: setupKey(id) }), [client, id]);
}

/** Accepts a notice, and reads the setup again either way: a rejection may mean that there is a newer one. */
export function useConsent(id: number, version: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answer(
        api.POST('/api/judging/{campaign_id}/consent', {
          params: { path: { campaign_id: id } },
          body: { notice_version: version },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: setupKey(id) }),
  });
}
