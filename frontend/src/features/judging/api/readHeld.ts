import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** What is held about who asks, in one campaign. */
export const heldQuery = (id: number) =>
  queryOptions({
    queryKey: ['held', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/judging/{campaign_id}/held', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
    staleTime: 0,
  });
