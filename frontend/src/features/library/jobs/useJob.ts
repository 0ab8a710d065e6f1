import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { runsQuery } from '@/api/queries/listRuns';
import { progressQuery } from '@/api/queries/readProgress';
import { attemptsQuery } from '@/features/library/api/readAttempts';
import { jobQuery } from '@/features/library/api/readJob';
import { steerJob } from '@/features/library/api/steerJob';
import type { Steering } from '@/features/library/api/steerJob';
import { useReadAnew } from '@/shared/useReadAnew';

/** A job as it stands; its log is read again when something was begun or ended. */
export function useJob(id: number) {
  const client = useQueryClient();
  const report = useQuery(jobQuery(id));
  const starts = JSON.stringify(report.data?.outcomes);
  const status = report.data?.job.status;
  const run = report.data?.job.run ?? '';
  useReadAnew(attemptsQuery(id).queryKey, starts);
  useEffect(() => {
    void client.invalidateQueries(runsQuery);
    void client.invalidateQueries(progressQuery(run));
  }, [client, run, status]);
  return report;
}

/** Pausing, resuming and cancelling a job. */
export function useSteering(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (how: Steering) => steerJob(id, how),
    onSuccess: (report) => client.setQueryData(jobQuery(id).queryKey, report),
    onError: () => client.invalidateQueries(jobQuery(id)),
  });
}
