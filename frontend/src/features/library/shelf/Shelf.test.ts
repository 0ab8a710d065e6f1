import { expect, it } from 'vitest';
import { inParts } from '@/features/library/shelf/Shelf';

it('neighbours of one group stand together, under its name; without groups all do', () => {
  const rows = ['ab', 'ac', 'bd', 'ae'];
  const first = (row: string): string => row.charAt(0);
  expect(inParts(rows, first).map(({ of, rows: part }) => [of, part.length])).toEqual([
    ['a', 2],
    ['b', 1],
    ['a', 1],
  ]);
  expect(inParts(rows, null)).toEqual([{ of: '', rows }]);
  expect(inParts([], null)).toEqual([]);
});
