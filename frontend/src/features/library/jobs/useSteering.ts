import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import type { Steer } from '@/features/library/jobs/Steering';

/** Pauses, resumes or cancels what is read under a key; `send` returns its state afterwards. */
export function useSteering<State>(queryKey: QueryKey, send: (action: Steer) => Promise<State>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (state) => client.setQueryData(queryKey, state),
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
