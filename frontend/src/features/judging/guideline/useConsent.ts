import { useMutation, useQueryClient } from '@tanstack/react-query';
import { consent } from '@/features/judging/api/consent';
import { setupQuery } from '@/features/judging/api/readSetup';

/** Accepts a notice, and reads the setup again either way: a refusal may mean that there is a newer one. */
export function useConsent(id: number, version: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => consent(id, version),
    onSettled: () => client.invalidateQueries(setupQuery(id)),
  });
}
