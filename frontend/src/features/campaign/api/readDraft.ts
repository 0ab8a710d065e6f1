import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const draftQuery = (id: number) =>
  queryOptions({
    queryKey: ['draft', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/guidelines/draft', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
    // What is being written is never taken from the cache of another visit, nor changed under it.
    staleTime: Infinity,
    gcTime: 0,
  });
