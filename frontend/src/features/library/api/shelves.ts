import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { remove } from '@/api/calls';
import { ofKinds } from '@/api/kinds';
import { keyOf } from '@/api/keyOf';
import { useRead } from '@/api/read';
import { changeThing } from '@/api/savedComparisons';
import { sessionKey } from '@/api/session';
import type { KeptChange, KeptKind } from '@/api/types';

/** Another thing may come to bear a name: whatever was read under it is read anew. */
const ALL_BUT_THE_SESSION = {
  predicate: ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey[0] !== sessionKey[0],
};

const keptKey = (kind: KeptKind, name: string) => keyOf('/api/library/one', { kind, name });

/** Whose a thing is, who sees it, and what rests on it. */
export const useKept = (kind: KeptKind, name: string) =>
  useRead('/api/library/one', { kind, name }, { retry: false });

/**
 * Names a thing anew, archives it, or says who sees it. `onChanged` is called before lists are read again, by which the
 * page of the old name ends.
 */
export function useChangeKept(
  kind: KeptKind,
  name: string,
  onChanged: (name: string) => void = () => undefined,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: KeptChange) => changeThing(kind, name, body),
    onSuccess: async (kept) => {
      client.setQueryData(keptKey(kind, kept.row.name), kept);
      onChanged(kept.row.name);
      await (kept.row.name === name
        ? client.invalidateQueries(ofKinds(kind))
        : client.invalidateQueries(ALL_BUT_THE_SESSION));
    },
  });
}

/** Deletes a thing; `onDeleted` is called before lists are read again, by which its page ends. */
export function useDeleteKept(kind: KeptKind, name: string, onDeleted: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => remove('/api/library/one', { kind, name }),
    onSuccess: () => {
      onDeleted();
      client.removeQueries({ queryKey: keptKey(kind, name) });
      return client.invalidateQueries(ALL_BUT_THE_SESSION);
    },
  });
}
