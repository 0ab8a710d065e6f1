import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

const FIRST = 0;

/** The log of a job, the last start first, page by page. */
export const attemptsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['job-attempts', id],
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET('/api/jobs/{job_id}/attempts', {
          params: {
            path: { job_id: id },
            query: pageParam === FIRST ? {} : { before: pageParam },
          },
          signal,
        }),
      ),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
