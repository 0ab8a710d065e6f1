import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { get } from '@/api/calls';
import type { Sought } from '@/api/types';
import { listOwnPage } from '@/features/judging/api/judgments';
import { useReadAnew } from '@/shared/requests/useReadAnew';

const ownKey = (id: number) => ['own-judgments', id];

/** How many judgments of one's own there are of each grade, reason and query. */
export const useOwnCounts = (id: number) =>
  useQuery({
    queryKey: [...ownKey(id), 'counts'],
    queryFn: ({ signal }) =>
      get('/api/judging/{campaign_id}/judgments/counts', { campaign_id: id }, { signal }),
    staleTime: 0,
  });

/** The assessor's own judgments that are sought, page after page. */
export const useOwnPages = (id: number, sought: Sought) =>
  useInfiniteQuery({
    queryKey: [...ownKey(id), 'pages', sought],
    queryFn: ({ pageParam }) =>
      listOwnPage(id, pageParam === null ? sought : { ...sought, before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** Reads both again whenever there is news. */
export const useOwnAnew = (id: number, news: unknown): void => useReadAnew(ownKey(id), news);
