import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const policiesQuery = (id: number) =>
  queryOptions({
    queryKey: ['policies', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/policy', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
  });
