import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { get, post, remove } from '@/api/calls';
import type { Credentials, Session } from '@/api/types';

export const sessionKey = ['session'];
const linkKey = 'password-link';

/** Who is signed in; asking also sets the cookie that protects every later request. */
const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => get('/api/session', {}, { signal }),
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

/** Signs in by what `enter` sends. */
function useEntering<Input>(enter: (input: Input) => Promise<Session>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: enter,
    onSuccess: (session) => {
      forgetOthers(client);
      client.setQueryData(sessionKey, session);
    },
  });
}

export const useSignIn = () => useEntering((body: Credentials) => post('/api/session', {}, body));

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => remove('/api/session', {}),
    onSuccess: async () => {
      forgetOthers(client);
      await client.invalidateQueries({ queryKey: sessionKey });
    },
  });
}

/** Changes one's own password; other browsers are signed out by it. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: Readonly<{ old: string; new: string }>) =>
      post('/api/session/password', {}, body),
  });

/** Changes one's own e-mail address, or removes it. */
export function useChangeEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Readonly<{ email: string; password: string }>) =>
      post('/api/session/email', {}, body),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKey }),
  });
}

/** Asks for an e-mail with a link that sets another password. */
export const useForgotten = () =>
  useMutation({
    mutationFn: (account: string) => post('/api/session/forgotten', {}, { account }),
  });

/** Whose password a link sets; asked once the session has set the cookie that protects requests. */
export const useLinkLook = (token: string, isReady: boolean) =>
  useQuery({
    queryKey: [linkKey, token],
    queryFn: ({ signal }) => post('/api/password-links/look', {}, { token }, { signal }),
    staleTime: Infinity,
    enabled: isReady,
  });

/** Sets the password by a link, and signs in. */
export const useLinkUse = (token: string) =>
  useEntering((password: string) => post('/api/password-links/use', {}, { token, password }));
