import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '@/features/session/api/readSession';
import { signIn } from '@/features/session/api/signIn';
import { forgetOthers } from '@/features/session/forgetOthers';

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signIn,
    onSuccess: (session) => {
      forgetOthers(client);
      client.setQueryData(sessionQuery.queryKey, session);
    },
  });
}
