import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api, read } from '@/api/client';
import type {
  ComparisonsSought,
  KeepRequest,
  KeptChange,
  KeptKind,
  SavedComparison,
  SaveRequest,
} from '@/api/types';

export const savedKey = ['saved-comparisons'] as const;

/** One page of the saved comparisons that are sought. */
export const useSavedComparisons = (query: ComparisonsSought) =>
  useQuery({
    queryKey: [...savedKey, 'shelf', query],
    queryFn: read('/api/library/comparisons', { query }),
    placeholderData: keepPreviousData,
  });

/** Under which names the comparison of a hash is saved, one's own first. */
export const useSavedAs = (hash: string, enabled: boolean) =>
  useQuery({
    queryKey: [...savedKey, 'of', hash],
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/comparisons', { params: { query: { hash } }, signal }))).rows,
    enabled,
  });

/** A saved comparison as it was frozen, and what is another since. */
export const useOpened = (hash: string) =>
  useQuery({
    queryKey: [...savedKey, 'opened', hash],
    queryFn: read('/api/comparisons/one', { query: { hash } }),
    retry: false,
  });

/** An answer that is kept, as it was frozen: it never changes. */
export const useKeptAnswer = (hash: string) =>
  useQuery({
    queryKey: ['kept-answer', hash],
    queryFn: read('/api/comparisons/answers/one', { query: { hash } }),
    staleTime: Infinity,
    retry: false,
  });

/** Has an answer worked out anew and kept with a saved comparison. */
export function useKeepAnswer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: KeepRequest) => answer(api.POST('/api/comparisons/answers', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: savedKey }),
  });
}

export function useDropAnswer(saved: string, hash: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answer(api.DELETE('/api/comparisons/answers/one', { params: { query: { saved, hash } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: savedKey }),
  });
}

export function useSaveComparison(onSaved: (saved: SavedComparison) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveRequest) => answer(api.POST('/api/comparisons', { body })),
    onSuccess: (saved) => {
      onSaved(saved);
      return client.invalidateQueries({ queryKey: savedKey });
    },
  });
}

export const changeThing = (kind: KeptKind, name: string, body: KeptChange) =>
  answer(api.PATCH('/api/library/one', { params: { query: { kind, name } }, body }));

export function useChangeSaved(name: string, onChanged: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: KeptChange) => changeThing('comparisons', name, body),
    onSuccess: () => {
      onChanged();
      return client.invalidateQueries({ queryKey: savedKey });
    },
  });
}
