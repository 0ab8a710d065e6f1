import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '@/features/session/api/readSession';
import { signOut } from '@/features/session/api/signOut';
import { forgetOthers } from '@/features/session/forgetOthers';

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      forgetOthers(client);
      await client.invalidateQueries(sessionQuery);
    },
  });
}
