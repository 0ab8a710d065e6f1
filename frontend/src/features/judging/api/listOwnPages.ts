import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Sought } from '@/api/types';
import { listOwnPage } from '@/features/judging/api/listOwn';

/** The assessor's own judgments that are sought, page after page. */
export const ownPagesQuery = (id: number, sought: Sought) =>
  infiniteQueryOptions({
    queryKey: ['own-judgments', id, 'pages', sought],
    queryFn: ({ pageParam }) =>
      listOwnPage(id, pageParam === null ? sought : { ...sought, before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
