import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { isOpen } from '@/features/library/jobs/jobWords';

const OFTEN_MS = 2000;
const SELDOM_MS = 10_000;
const N_OFTEN = 60;

/** A job with all but its log; asked again while it is not over, after two minutes less often. */
export const jobQuery = (id: number) =>
  queryOptions({
    queryKey: ['job', id],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/jobs/{job_id}', { params: { path: { job_id: id } }, signal })),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount: n } }) => {
      if (data === undefined || !isOpen(data.job)) return false;
      return data.job.status === 'running' && n < N_OFTEN ? OFTEN_MS : SELDOM_MS;
    },
  });
