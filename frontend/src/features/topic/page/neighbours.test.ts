import { expect, it } from 'vitest';
import type { Scores } from '@/api/types';
import { byDifference, differencesOf } from '@/features/topic/page/neighbours';

const scores = {
  topic_list: ['q1', 'q2', 'q3'].map((id) => ({ query_id: id, query: id })),
  rows: [
    [0, 0.3, 1],
    [1, 0.1 + 0.2, 0.2],
  ].map((values) => ({
    scores: [{ measure: 'AP', lower_is_better: false, mean: 0, values }],
  })),
} as unknown as Scores;

it('topics stand by what the second run gains', () => {
  const differences = differencesOf(scores);
  expect(differences.map(({ difference }) => difference)).toEqual([1, 0, -0.8]);
  expect(byDifference(differences, false, 'q2')).toEqual({
    place: 2,
    n: 3,
    previous: 'q1',
    next: 'q3',
  });
  expect(byDifference(differences, true, 'q3')?.place).toBe(1);
  expect(byDifference(differences, false, 'q9')).toBeNull();
});
