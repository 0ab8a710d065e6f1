import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { labelsKey } from '@/api/labels';
import type { Derivation, DerivedLabels } from '@/api/types';

const campaignLabelsKey = (id: number) => ['campaign-labels', id];

/** What labels a campaign has, and with what others can be made. */
export const useCampaignLabels = (id: number) =>
  useQuery({
    queryKey: campaignLabelsKey(id),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/labels', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
  });

/** What labels would come out; nothing is stored. What was shown before stays until then. */
export const useLabelsPreview = (id: number, derivation: Derivation, enabled: boolean) =>
  useQuery({
    queryKey: ['labels-preview', id, derivation],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/labels/preview', {
          params: { path: { campaign_id: id }, query: derivation },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    enabled,
  });

type NamedDerivation = Readonly<{ name: string; derivation: Derivation }>;

/** Makes a label set, which never changes after; `onMade` hears of it once it is listed. */
export function useDeriveLabels(id: number, onMade: (made: DerivedLabels) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, derivation }: NamedDerivation) =>
      answer(
        api.POST('/api/campaigns/{campaign_id}/labels', {
          params: { path: { campaign_id: id } },
          body: { name, ...derivation },
        }),
      ),
    onSuccess: async (made) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: campaignLabelsKey(id) }),
        client.invalidateQueries({ queryKey: labelsKey }),
      ]);
      onMade(made);
    },
  });
}
