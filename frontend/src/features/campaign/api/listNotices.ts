import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const noticesQuery = (id: number) =>
  queryOptions({
    queryKey: ['notices', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/notices', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
  });
