import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { isOpen } from '@/features/library/jobs/jobWords';

const FIRST = 0;
const EVERY_MS = 5000;

/** All jobs, the newest first, page by page; asked again while one of them is not over. */
export const jobsQuery = infiniteQueryOptions({
  queryKey: ['jobs'],
  queryFn: ({ pageParam, signal }) =>
    answer(
      api.GET('/api/jobs', {
        params: { query: pageParam === FIRST ? {} : { before: pageParam } },
        signal,
      }),
    ),
  initialPageParam: FIRST,
  getNextPageParam: ({ next }) => next,
  staleTime: 0,
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some(({ jobs }) => jobs.some(isOpen)) === true ? EVERY_MS : false,
});
