import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { answer, api } from '@/api/client';
import { runsKey } from '@/api/runs';
import type { Job, JobReport } from '@/api/types';
import { progressKey } from '@/features/library/api/runs';
import { useReadAnew } from '@/shared/requests/useReadAnew';

const FIRST = 0;
const LIST_MS = 5000;

const OFTEN_MS = 2000;
export const SELDOM_MS = 10_000;
const N_OFTEN = 60;

type Running = Pick<Job, 'status'>;

/** May still come to its end. */
export const isOpen = ({ status }: Running): boolean => status === 'running' || status === 'paused';

/** When to ask again, after `n` answers: less often after two minutes, and no more once it is over. */
export function untilOver(now: Running | undefined, n: number): number | false {
  if (now === undefined || !isOpen(now)) return false;
  return now.status === 'running' && n < N_OFTEN ? OFTEN_MS : SELDOM_MS;
}

const from = (page: number) => (page === FIRST ? {} : { page });

/** All jobs, the newest first, page by page; asked again while one of them is not over. */
export const useJobs = () =>
  useInfiniteQuery({
    queryKey: ['jobs'],
    queryFn: ({ pageParam, signal }) =>
      answer(api.GET('/api/jobs', { params: { query: from(pageParam) }, signal })),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ rows }) => rows.some(isOpen)) === true ? LIST_MS : false,
  });

/** The log of a job, the last start first, page by page. */
const attemptsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['job-attempts', id],
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET('/api/jobs/{job_id}/attempts', {
          params: { path: { job_id: id }, query: from(pageParam) },
          signal,
        }),
      ),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

export const useAttempts = (id: number) => useInfiniteQuery(attemptsQuery(id));

const jobKey = (id: number) => ['job', id];

/** A job with all but its log; asked again while it is not over, after two minutes less often. */
const useReport = (id: number) =>
  useQuery({
    queryKey: jobKey(id),
    queryFn: ({ signal }) =>
      answer(api.GET('/api/jobs/{job_id}', { params: { path: { job_id: id } }, signal })),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount: n } }) => untilOver(data?.job, n),
  });

/** The current state of a job; refetches its log when an attempt starts or ends. */
export function useJob(id: number) {
  const client = useQueryClient();
  const report = useReport(id);
  const starts = JSON.stringify(report.data?.outcomes);
  const status = report.data?.job.status;
  const run = report.data?.job.run ?? '';
  useReadAnew(attemptsQuery(id).queryKey, starts);
  useEffect(() => {
    void client.invalidateQueries({ queryKey: runsKey });
    void client.invalidateQueries({ queryKey: progressKey(run) });
  }, [client, run, status]);
  return report;
}

export type Steering = 'pause' | 'resume' | 'cancel';

/** Returns the job's state afterwards. */
function steer(id: number, action: Steering): Promise<JobReport> {
  const params = { path: { job_id: id } };
  return answer(api.POST('/api/jobs/{job_id}/steer', { params, body: { action } }));
}

/** Pauses, resumes or cancels a job. */
export function useSteering(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: Steering) => steer(id, action),
    onSuccess: (report) => client.setQueryData(jobKey(id), report),
    onError: () => client.invalidateQueries({ queryKey: jobKey(id) }),
  });
}
