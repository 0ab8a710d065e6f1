import { queryOptions } from '@tanstack/react-query';
import type { CampaignState } from '@/api/types';
import { answer, api } from '@/api/client';

/** What is checked before the campaign goes to a state. */
export const launchQuery = (id: number, state: CampaignState) =>
  queryOptions({
    queryKey: ['launch', id, state],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/launch', {
          params: { path: { campaign_id: id }, query: { state } },
          signal,
        }),
      ),
    staleTime: 0,
  });
