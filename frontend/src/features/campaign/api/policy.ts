import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { PolicyChange } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';

/** The versions of the serving policy, the newest first. */
export const usePolicies = (id: number) =>
  useQuery({
    queryKey: ['policies', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/policy', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
  });

/** What further judgments would come to, where grades disagree. */
export const useExtraCost = (id: number, extra: number, enabled: boolean) =>
  useQuery({
    queryKey: ['cost', id, extra],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/policy/cost', {
          params: { path: { campaign_id: id }, query: { extra_judgments: extra } },
          signal,
        }),
      ),
    enabled,
  });

export const useSetPolicy = (id: number, onDone: () => void) =>
  useChange(
    id,
    (change: PolicyChange) =>
      answer(
        api.POST('/api/campaigns/{campaign_id}/policy', {
          params: { path: { campaign_id: id } },
          body: change,
        }),
      ),
    onDone,
  );
