import { expect, it } from 'vitest';
import { gradeKeys } from '@/shared/judging/grades';

it.each([
  [
    [0, 1, 2, 3],
    ['0', '1', '2', '3'],
  ],
  [
    [1, 5, 9],
    ['1', '5', '9'],
  ],
  [
    [-2, 0, 2],
    ['1', '2', '3'],
  ],
  [
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'],
  ],
  [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], Array.from({ length: 11 }, () => '')],
])('grades %j have the keys %j', (values, keys) => {
  expect(gradeKeys(values)).toEqual(keys);
});
