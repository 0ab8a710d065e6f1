import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { runsQuery } from '@/api/queries/listRuns';
import { aggregate } from '@/features/library/api/aggregate';

/** Makes the run and goes where it stands. */
export function useAggregating(onError: (error: unknown) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: aggregate,
    onSuccess: async ({ name }) => {
      await client.invalidateQueries(runsQuery);
      await navigate(`/library#run-${encodeURIComponent(name)}`);
    },
    onError,
  });
}
