import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { answer, api, read } from '@/api/client';
import type { Credentials, Session } from '@/api/types';

export const sessionKey = ['session'];
const linkKey = 'password-link';

/** Who is signed in; asking also sets the cookie that protects every later request. */
const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: read('/api/session', {}),
  staleTime: 60_000,
});

export const useSession = () => useQuery(sessionQuery);

/** Runs, label sets and comparisons are for researchers and for organizers. */
export const mayCompare = (session: Session | undefined): boolean =>
  session !== undefined && (session.may_research || session.may_organize);

export const useMayCompare = (): boolean => mayCompare(useSession().data);

/** Asks anew who is signed in: a login that has expired would show its name on. */
export const useSessionAnew = () => useQuery({ ...sessionQuery, refetchOnMount: 'always' });

/** Another person sees other things: what was read before is forgotten. */
const forgetOthers = (client: QueryClient): void =>
  client.removeQueries({
    predicate: ({ queryKey: [what] }) => what !== sessionKey[0] && what !== linkKey,
  });

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Credentials) => answer(api.POST('/api/session', { body })),
    onSuccess: (session) => {
      forgetOthers(client);
      client.setQueryData(sessionKey, session);
    },
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await answer(api.DELETE('/api/session'));
    },
    onSuccess: async () => {
      forgetOthers(client);
      await client.invalidateQueries({ queryKey: sessionKey });
    },
  });
}

/** Changes one's own password; other browsers are signed out by it. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: async (body: Readonly<{ old: string; new: string }>) => {
      await answer(api.POST('/api/session/password', { body }));
    },
  });

/** Whose password a link sets; asked once the session has set the cookie that protects requests. */
export const useLinkLook = (token: string, isReady: boolean) =>
  useQuery({
    queryKey: [linkKey, token],
    queryFn: ({ signal }) =>
      answer(api.POST('/api/password-links/look', { body: { token }, signal })),
    staleTime: Infinity,
    enabled: isReady,
  });

/** Sets the password by a link, and signs in. */
export function useLinkUse(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (password: string) =>
      answer(api.POST('/api/password-links/use', { body: { token, password } })),
    onSuccess: (session) => {
      forgetOthers(client);
      client.setQueryData(sessionKey, session);
    },
  });
}
