import { expect, it } from 'vitest';
import { gradeKeys, phoneGrid } from '@/shared/judging/grades';

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

const LONG = ['Überhaupt nicht', 'Themenverwandt, unbeantwortet', 'Unmissverständlich'];

it.each([
  [['Bad', 'Fair', 'Good', 'Excellent', 'Perfect'], 3, false],
  [[...LONG, 'Gut', 'Sehr gut'], 2, true],
  [[...LONG, 'A', 'B', 'C', 'D'], 3, true],
  [LONG, 2, true],
  [['Off topic', 'Related', 'Partly answers', 'Answers'], 2, false],
])('grades %j have %i columns on a phone', (names, columns, isLong) => {
  expect(phoneGrid(names)).toEqual({ columns, isLong });
});
