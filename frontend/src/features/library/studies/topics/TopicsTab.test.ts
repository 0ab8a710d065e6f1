import { expect, it } from 'vitest';
import { comparedBy } from '@/features/library/studies/topics/TopicsTab';

const topic = (query_id: string, before: (number | null)[], after: (number | null)[]) => ({
  query_id,
  query: query_id,
  changed_query: null,
  before,
  after,
  differences: before.map((old, i) => {
    const now = after[i] ?? null;
    return old === null || now === null ? null : now - old;
  }),
});

it('takes the topics that a ranker has on both sides', () => {
  const topics = [topic('q1', [1, 0.5], [0, 1]), topic('q2', [1, null], [1, null])];
  expect(comparedBy(topics, 0).map(({ query_id, difference }) => [query_id, difference])).toEqual([
    ['q1', -1],
    ['q2', 0],
  ]);
  expect(comparedBy(topics, 1)).toHaveLength(1);
});
