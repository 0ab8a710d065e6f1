import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** What labels a campaign has, and with what others can be made. */
export const campaignLabelsQuery = (id: number) =>
  queryOptions({
    queryKey: ['campaign-labels', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/labels', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
  });
