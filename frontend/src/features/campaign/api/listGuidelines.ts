import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const guidelinesQuery = (id: number) =>
  queryOptions({
    queryKey: ['guidelines', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/guidelines', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
  });
