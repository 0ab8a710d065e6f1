import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

const PAGE = 20;

/** The log, the newest first, a page at a time. */
export const eventsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['events', id],
    queryFn: ({ signal, pageParam }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/events', {
          params: {
            path: { campaign_id: id },
            query: pageParam === null ? { limit: PAGE } : { limit: PAGE, before: pageParam },
          },
          signal,
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before,
  });
