import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const pilotQuery = (id: number) =>
  queryOptions({
    queryKey: ['pilot', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/pilot', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
  });
