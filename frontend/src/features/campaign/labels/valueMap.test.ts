import { expect, it } from 'vitest';
import { evalLevel, mapText } from '@/features/campaign/labels/valueMap';

const SCALE = [0, 1, 2, 3];

const map = (...entries: [number, number][]) => new Map(entries);

it('what stays as it is is not written down', () => {
  expect(mapText(map([0, 0], [1, 0], [3, 1]))).toBe('1:0,3:1');
  expect(mapText(map())).toBe('');
});

// The same cases as the server's own.
it.each([
  [map(), 2],
  [map([1, 0], [2, 1], [3, 1]), 1],
  [map([0, -1]), 2],
  [map([1, 2]), null],
  [map([3, 0]), null],
])('trec_eval gets the least value that is relevant (%o)', (values, level) => {
  expect(evalLevel(SCALE, 2, values)).toBe(level);
});

it('where nothing can be relevant, the level lies above all', () => {
  expect(evalLevel(SCALE, 9, map([3, 7]))).toBe(8);
});
