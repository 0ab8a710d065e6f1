import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { ofKinds } from '@/api/kinds';
import { keyOf } from '@/api/keyOf';

it('finds every list and page of a kind by its address, whatever was asked there', () => {
  const client = new QueryClient();
  const of = [
    keyOf('/api/menus/runs', { also: ['bm25'] }),
    keyOf('/api/runs', { page: 2 }),
    keyOf('/api/leaderboard', { labels: 'nist' }),
    keyOf('/api/library/one', { kind: 'runs', name: 'bm25' }),
  ];
  const others = [keyOf('/api/menus/labels'), keyOf('/api/topic-sets/one', { name: 't' })];
  for (const key of [...of, ...others]) client.setQueryData(key, 'read');

  const found = client.getQueryCache().findAll(ofKinds('runs'));
  expect(found.map(({ queryKey }) => queryKey)).toEqual(of);
});
