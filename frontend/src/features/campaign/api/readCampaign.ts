import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** What the pages of one campaign have in common. */
export const campaignQuery = (id: number) =>
  queryOptions({
    queryKey: ['campaign', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
    refetchInterval: 15_000,
  });
