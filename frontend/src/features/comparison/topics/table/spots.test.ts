import { expect, it } from 'vitest';
import { spotsOf } from '@/features/comparison/topics/table/spots';
import { topicsOf, valueAt } from '@/features/comparison/topics/table/table';
import { TABLE } from '@/features/comparison/topics/table/table.test.support';

it('topics at one place share a spot, and the largest is drawn first', () => {
  const of = (run: string) => valueAt(TABLE, 'old', run);
  const table = { ...TABLE, topics: [...TABLE.topics, ...TABLE.topics.slice(1, 2)] };
  const extra = topicsOf(table).map((topic) =>
    topic.place === 3 ? { ...topic, place: 1 } : topic,
  );
  const spots = spotsOf(extra, of('a'), of('b'));
  expect(spots.map(({ x, y, topics }) => [x, y, topics.length])).toEqual([
    [0, 0, 2],
    [1, 0, 1],
    [0.5, 0.5, 1],
  ]);
});

it('what differs by rounding alone lies at one place', () => {
  const topics = topicsOf(TABLE).slice(0, 2);
  expect(
    spotsOf(
      topics,
      ({ place }) => (place === 0 ? 0.3 : 0.1 + 0.2),
      () => 1,
    ),
  ).toHaveLength(1);
});
