import type { Query } from '@tanstack/react-query';
import { keyOf } from '@/api/read';
import type { KeptKind } from '@/api/types';

/** Where things of a kind are read. */
const READ_AT = {
  runs: [keyOf('/api/runs'), keyOf('/api/library/runs'), keyOf('/api/leaderboard')],
  labels: [keyOf('/api/labels'), keyOf('/api/library/labels')],
  collections: [
    keyOf('/api/collections'),
    keyOf('/api/collections/one'),
    keyOf('/api/collections/passages'),
    keyOf('/api/library/collections'),
  ],
  'topic-sets': [
    keyOf('/api/topic-sets'),
    keyOf('/api/topic-sets/one'),
    keyOf('/api/topic-sets/topics'),
    keyOf('/api/library/topic-sets'),
  ],
  comparisons: [
    keyOf('/api/comparisons'),
    keyOf('/api/comparisons/one'),
    keyOf('/api/library/comparisons'),
  ],
} as const satisfies Record<KeptKind, unknown>;

/** The queries that show things of some kinds: to be read again after one of them changed. */
export function ofKinds(...kinds: readonly KeptKind[]) {
  const keys = [keyOf('/api/library/one'), ...kinds.flatMap((kind) => READ_AT[kind])];
  const addresses = new Set(keys.map(([address]) => address));
  return { predicate: ({ queryKey }: Pick<Query, 'queryKey'>) => addresses.has(queryKey[0]) };
}
