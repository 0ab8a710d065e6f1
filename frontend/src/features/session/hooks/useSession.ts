import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '@/features/session/api/readSession';
import { signIn } from '@/features/session/api/signIn';
import { signOut } from '@/features/session/api/signOut';

export const useSession = () => useQuery(sessionQuery);

/** Another person sees other things: what was read before is forgotten. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signIn,
    onSuccess: (session) => {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
      client.setQueryData(sessionQuery.queryKey, session);
    },
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
      await client.invalidateQueries(sessionQuery);
    },
  });
}
