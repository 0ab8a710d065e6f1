import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const membersQuery = (id: number) =>
  queryOptions({
    queryKey: ['members', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/members', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
    refetchInterval: 30_000,
  });
