import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { runsQuery } from '@/api/queries/listRuns';
import { progressQuery } from '@/api/queries/readProgress';
import { computeRun } from '@/features/library/api/computeRun';

/** Asks for a run and goes where its progress is shown. */
export function useComputing(onRefused: (error: unknown) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: computeRun,
    onSuccess: async ({ name }) => {
      client.removeQueries(progressQuery(name)); // of a try before, which failed
      await client.invalidateQueries(runsQuery);
      await navigate(`/library#run-${encodeURIComponent(name)}`);
    },
    onError: onRefused,
  });
  return { compute: mutate, isBusy: isPending || isSuccess };
}
