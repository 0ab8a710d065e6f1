import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '@/api/session/readSession';
import { signIn } from '@/api/session/signIn';
import { forgetOthers } from '@/api/session/forgetOthers';

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
