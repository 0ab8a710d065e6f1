import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { AddingPairs } from '@/api/types';

/** Adds pairs to a campaign, or only looks how many there would be. */
export function useAddPairs(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AddingPairs) =>
      answer(
        api.POST('/api/campaigns/{campaign_id}/pairs/add', {
          params: { path: { campaign_id: id } },
          body,
        }),
      ),
    onSuccess: (_, { only_look: onlyLook }) => (onlyLook ? undefined : client.invalidateQueries()),
  });
}
