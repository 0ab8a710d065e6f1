import { expect, it } from 'vitest';
import { describeSameRelevant } from '@/features/comparison/texts/sameRelevant';

it.each([
  [
    ['old', 'strict'],
    ['RR@10', 'P@10'],
    'old and strict call the same passages relevant: RR@10 and P@10 cannot differ between them.',
  ],
  [['a', 'b', 'c'], [], 'a, b, and c call the same passages relevant.'],
])('of %s and %s it is said', (labels, measures, found) => {
  expect(describeSameRelevant({ labels, measures })).toBe(found);
});
