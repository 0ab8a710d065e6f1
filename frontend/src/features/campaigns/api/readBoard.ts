import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

const REFRESH_MS = 5_000;

/** The board of an open campaign moves while one looks at it. */
export const boardQuery = (id: number) =>
  queryOptions({
    queryKey: ['board', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/board', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
    refetchInterval: REFRESH_MS,
  });
