import type { Query } from '@tanstack/react-query';
import { keyOf } from '@/api/keyOf';
import type { KeptKind } from '@/api/types';

/** Where things of a kind are read. */
const READ_AT = {
  runs: [keyOf('/api/menus/runs'), keyOf('/api/runs'), keyOf('/api/leaderboard')],
  labels: [keyOf('/api/menus/labels'), keyOf('/api/labels')],
  collections: [
    keyOf('/api/menus/collections'),
    keyOf('/api/collections/one'),
    keyOf('/api/collections/passages'),
    keyOf('/api/collections'),
  ],
  'topic-sets': [
    keyOf('/api/menus/topic-sets'),
    keyOf('/api/topic-sets/one'),
    keyOf('/api/topic-sets/topics'),
    keyOf('/api/topic-sets'),
  ],
  comparisons: [
    keyOf('/api/comparisons'),
    keyOf('/api/comparisons/names'),
    keyOf('/api/comparisons/one'),
  ],
} as const satisfies Record<KeptKind, unknown>;

/** The queries that show things of some kinds: to be read again after one of them changed. */
export function ofKinds(...kinds: readonly KeptKind[]) {
  const keys = [keyOf('/api/library/one'), ...kinds.flatMap((kind) => READ_AT[kind])];
  const addresses = new Set(keys.map(([address]) => address));
  return { predicate: ({ queryKey }: Pick<Query, 'queryKey'>) => addresses.has(queryKey[0]) };
}
