import { expect, it } from 'vitest';
import { labelsNote } from '@/features/comparison/table/labelsNote';

const derived = (scale: number[], policy: Record<string, unknown>) => ({
  ...{ source: 'derived' as const, scale, policy },
});
const STRICT = { aggregate: 'majority', threshold: 3, tie: 'highest' };
const MEDIAN = { aggregate: 'median', rounding: 'up' };

it.each([
  [1, undefined, 'relevant from 1 up'],
  [2, { source: 'imported' as const, scale: [0, 1, 2, 3], policy: null }, 'relevant from 2 up'],
  [1, derived([0, 1], STRICT), 'majority of the votes, relevant from 3 up'],
  [
    3,
    derived([1, 2, 3, 4, 5], MEDIAN),
    'median of the votes, rounded up; labels relevant from 3 up',
  ],
])('under labels relevant from %i it is short: %o', (least, set, found) => {
  expect(labelsNote({ min_relevance: least }, set)).toBe(found);
});
