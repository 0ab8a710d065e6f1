import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** Passages of the pool by their query and by words they hold. */
export const passagesQuery = (id: number, query: string, words: string) =>
  queryOptions({
    queryKey: ['passages', id, query, words],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/passages', {
          params: { path: { campaign_id: id }, query: { query, words } },
          signal,
        }),
      ),
    enabled: query !== '',
  });
