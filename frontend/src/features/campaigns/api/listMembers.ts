import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

const REFRESH_MS = 30_000;

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
    refetchInterval: REFRESH_MS,
  });
