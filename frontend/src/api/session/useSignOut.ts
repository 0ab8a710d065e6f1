import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '@/api/session/readSession';
import { signOut } from '@/api/session/signOut';
import { forgetOthers } from '@/api/session/forgetOthers';

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
