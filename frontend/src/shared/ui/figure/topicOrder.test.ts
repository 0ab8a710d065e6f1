import { expect, it } from 'vitest';
import { countDirections, sortByGain } from '@/shared/ui/figure/topicOrder';

const topics = [3, -2, 0].map((difference, i) => ({
  query_id: `${i}`,
  query: `query ${i}`,
  baseline: 0,
  run: difference,
  difference,
}));

it('topics are sorted by gain, which for ranks is a fall', () => {
  expect(sortByGain(topics, false).map(({ difference }) => difference)).toEqual([3, 0, -2]);
  expect(sortByGain(topics, true).map(({ difference }) => difference)).toEqual([-2, 0, 3]);
});

it('topics are counted by what their difference means', () => {
  expect(countDirections([...topics, ...topics.slice(0, 1)], true)).toEqual({
    better: 1,
    equal: 1,
    worse: 2,
  });
});
