import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { patch, post, remove } from '@/api/calls';
import { ofKinds } from '@/api/kinds';
import { useRead } from '@/api/read';
import type { KeepRequest, KeptChange, KeptKind, SavedComparison, SaveRequest } from '@/api/types';

/** Under which names the comparison of a hash is saved, one's own first. */
export const useSavedAs = (hash: string, enabled: boolean) =>
  useRead('/api/comparisons/names', { hash }, { enabled });

/** A saved comparison as it was frozen, and what is another since. */
export const useOpened = (hash: string) =>
  useRead('/api/comparisons/one', { hash }, { retry: false });

/** A saved comparison by the token of its link, without an account. */
export const useShared = (token: string) =>
  useQuery({
    queryKey: ['shared comparison', token],
    queryFn: ({ signal }) => post('/api/shared-comparisons', {}, { token }, { signal }),
    retry: false,
  });

/** A change to saved comparisons, which are read again after it. */
function useSaving<Input, Done>(
  save: (input: Input) => Promise<Done>,
  onDone?: (done: Done) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: (done) => {
      onDone?.(done);
      return client.invalidateQueries(ofKinds('comparisons'));
    },
  });
}

/** Has an answer worked out again and kept with a saved comparison. */
export const useKeepAnswer = () =>
  useSaving((body: KeepRequest) => post('/api/comparisons/answers', {}, body));

export const useDropAnswer = (saved: string, hash: string) =>
  useSaving(() => remove('/api/comparisons/answers/one', { saved, hash }));

export const useSaveComparison = (onSaved: (saved: SavedComparison) => void) =>
  useSaving((body: SaveRequest) => post('/api/comparisons', {}, body), onSaved);

export const changeThing = (kind: KeptKind, name: string, body: KeptChange) =>
  patch('/api/library/one', { kind, name }, body);

export const useChangeSaved = (name: string, onChanged: () => void) =>
  useSaving((body: KeptChange) => changeThing('comparisons', name, body), onChanged);
