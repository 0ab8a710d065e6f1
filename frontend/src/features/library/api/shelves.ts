import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { answer, api, read } from '@/api/client';
import { collectionsKey } from '@/api/collections';
import { labelsKey } from '@/api/labels';
import { runsKey } from '@/api/runs';
import { changeThing, savedKey } from '@/api/savedComparisons';
import { sessionKey } from '@/api/session';
import { topicSetsKey } from '@/api/topicSets';
import type {
  CollectionsSought,
  KeptChange,
  KeptKind,
  LabelsSought,
  RunsSought,
  TopicSetsSought,
} from '@/api/types';

/** Whatever changes a list of the API changes the library's list of the same things as well. */
const KEYS = {
  runs: runsKey,
  labels: labelsKey,
  collections: collectionsKey,
  'topic-sets': topicSetsKey,
  comparisons: savedKey,
} as const;

/** Another thing may come to bear a name: whatever was read under it is read anew. */
const ALL_BUT_THE_SESSION = {
  predicate: ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey[0] !== sessionKey[0],
};

const shelfKey = (kind: KeptKind, query: object) => [...KEYS[kind], 'shelf', query];
const keptKey = (kind: KeptKind, name: string) => [...KEYS[kind], 'kept', name];

/** One page of the runs that are sought. */
export const useShelfOfRuns = (query: RunsSought) =>
  useQuery({
    queryKey: shelfKey('runs', query),
    queryFn: read('/api/library/runs', { query }),
    placeholderData: keepPreviousData,
  });

export const useShelfOfLabels = (query: LabelsSought) =>
  useQuery({
    queryKey: shelfKey('labels', query),
    queryFn: read('/api/library/labels', { query }),
    placeholderData: keepPreviousData,
  });

export const useShelfOfCollections = (query: CollectionsSought) =>
  useQuery({
    queryKey: shelfKey('collections', query),
    queryFn: read('/api/library/collections', { query }),
    placeholderData: keepPreviousData,
  });

export const useShelfOfTopicSets = (query: TopicSetsSought) =>
  useQuery({
    queryKey: shelfKey('topic-sets', query),
    queryFn: read('/api/library/topic-sets', { query }),
    placeholderData: keepPreviousData,
  });

/** Whose a thing is, who sees it, and what rests on it. */
export const useKept = (kind: KeptKind, name: string) =>
  useQuery({
    queryKey: keptKey(kind, name),
    queryFn: read('/api/library/one', { query: { kind, name } }),
    retry: false,
  });

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
        ? client.invalidateQueries({ queryKey: KEYS[kind] })
        : client.invalidateQueries(ALL_BUT_THE_SESSION));
    },
  });
}

/** Deletes a thing; `onDeleted` is called before lists are read again, by which its page ends. */
export function useDeleteKept(kind: KeptKind, name: string, onDeleted: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.DELETE('/api/library/one', { params: { query: { kind, name } } })),
    onSuccess: () => {
      onDeleted();
      client.removeQueries({ queryKey: keptKey(kind, name) });
      return client.invalidateQueries(ALL_BUT_THE_SESSION);
    },
  });
}
