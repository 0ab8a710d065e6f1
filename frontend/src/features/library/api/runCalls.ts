import { useMutation, useQueryClient } from '@tanstack/react-query';
import { patch, post } from '@/api/calls';
import { keyOf } from '@/api/keyOf';
import { useRead } from '@/api/read';
import { useRevokeToken } from '@/api/tokens';
import { changeThing } from '@/api/savedComparisons';
import { ofKinds } from '@/api/kinds';
import type { NewRunCall, RunCallChange } from '@/api/types';

export const callPath = (id: number): string => `/library/calls/${id}`;

/** Calls for runs, the newest first. */
export const useRunCalls = () => useRead('/api/calls', {}, { staleTime: 0 });

/** One call with its teams; hand-ins come at any time. */
export const useRunCall = (id: number) =>
  useRead(
    '/api/calls/{call_id}',
    { call_id: id },
    { staleTime: 0, refetchInterval: 60_000, retry: false },
  );

function useDeed<Input, Done>(
  deed: (input: Input) => Promise<Done>,
  onDone: (done: Done) => void = () => undefined,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deed,
    onSuccess: async (done) => {
      onDone(done);
      await Promise.all(
        [keyOf('/api/calls'), ['/api/calls/{call_id}']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}

export const useNewCall = (onMade: (id: number) => void) =>
  useDeed(
    (body: NewRunCall) => post('/api/calls', {}, body),
    ({ id }) => onMade(id),
  );

export const useChangeCall = (id: number) =>
  useDeed((body: RunCallChange) => patch('/api/calls/{call_id}', { call_id: id }, body));

/** A team's token, a new team's or one in place of another; it is shown only once. */
export const useGiveToken = (id: number) =>
  useDeed((body: Readonly<{ name: string; replaces: boolean }>) =>
    post('/api/calls/{call_id}/teams', { call_id: id }, body),
  );

/** Ends a team's token by its name. */
export function useEndToken() {
  const revoke = useRevokeToken();
  return useDeed((name: string) => revoke.mutateAsync(name));
}

/** Shows runs to all researchers and organizers. */
export function useShowRuns() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (names: readonly string[]) => {
      for (const name of names) await changeThing('runs', name, { visibility: 'team' });
    },
    onSettled: () => client.invalidateQueries(ofKinds('runs')),
  });
}
