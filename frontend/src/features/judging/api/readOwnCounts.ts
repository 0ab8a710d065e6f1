import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** How many judgments of one's own there are of each grade, reason and query. */
export const ownCountsQuery = (id: number) =>
  queryOptions({
    queryKey: ['own-judgments', id, 'counts'],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/judging/{campaign_id}/judgments/counts', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
    staleTime: 0,
  });
