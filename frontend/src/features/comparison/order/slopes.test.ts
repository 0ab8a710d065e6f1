import { expect, it } from 'vitest';
import type { RunMean } from '@/api/compared';
import { countTurned, markedOf, ranksOf } from '@/features/comparison/order/ranks';
import { describeSlopes, slopesOf, slopeTable } from '@/features/comparison/order/SlopeFigure';

const mean = (run: string, labels: string, value: number, measure = 'P@5'): RunMean => ({
  ...{ run, labels, measure, lower_is_better: false, mean: value },
  ...{ interval: [value - 0.1, value + 0.1], sample: null },
});

const means = [
  ...[mean('a', 'old', 0.5), mean('b', 'old', 0.4), mean('c', 'old', 0.3)],
  ...[mean('a', 'new', 0.5), mean('b', 'new', 0.6), mean('c', 'new', 0.3)],
  mean('a', 'old', 0.9, 'AP'),
];

it('each run is a line of its means by one measure, with intervals', () => {
  const { lines, places } = slopesOf(means, 'P@5');
  expect(places).toEqual(['old', 'new']);
  expect(lines.map(({ values }) => values)).toEqual([
    [0.5, 0.5],
    [0.4, 0.6],
    [0.3, 0.3],
  ]);
  expect(lines[0]?.intervals?.[0]).toEqual([0.4, 0.6]);
});

it('the table has the ends of each interval', () => {
  const { columns, rows } = slopeTable(slopesOf(means, 'P@5'), false);
  expect(columns.map(({ name }) => name)).toEqual([
    ...['run', 'old', 'old low', 'old high', 'new', 'new low', 'new high'],
  ]);
  expect(rows[1] === undefined ? [] : columns.map(({ cell }) => cell(rows[1] as never))).toEqual([
    ...['b', 0.4, 0.4 - 0.1, 0.5, 0.6, 0.5, 0.6 + 0.1],
  ]);
});

it('pairs that stand the other way round are counted', () => {
  const slopes = slopesOf(means, 'P@5');
  expect(countTurned(slopes.lines)).toEqual({ turned: 1, pairs: 3 });
  expect(describeSlopes(slopes, false)).toBe('1 of 3 pairs of runs changes order from old to new.');
});

it('ranks are counted from the best, and equal means share one', () => {
  const { lines } = slopesOf(means, 'P@5');
  expect(ranksOf(lines, false).map(({ values }) => values)).toEqual([
    ...[
      [1, 2],
      [2, 1],
      [3, 3],
    ],
  ]);
  const tied = ['a', 'b', 'c'].map((name) => ({ name, values: [name === 'a' ? 0.2 : 0.5] }));
  expect(ranksOf(tied, false).map(({ values }) => values[0])).toEqual([3, 1, 1]);
  expect(ranksOf(tied, true).map(({ values }) => values[0])).toEqual([1, 2, 2]);
});

it('of many lines those that turn with most others are marked', () => {
  const line = (n: number) => ({ name: `${n}`, values: [n, n] });
  const many = Array.from({ length: 9 }, (_, n) => line(n));
  expect(markedOf(many)).toEqual([]);
  expect(markedOf(many.slice(1))).toBeUndefined();
  const fallen = [...many.slice(0, 8), { name: 'fallen', values: [8, 5.5] }];
  expect(markedOf(fallen)).toEqual(['fallen', '6', '7']);
});

it('under one label set the first run is named, whichever way the measure points', () => {
  const slopes = slopesOf(means.slice(0, 3), 'P@5');
  expect(describeSlopes(slopes, false)).toBe('a is first under old, with .500.');
  expect(describeSlopes(slopes, true)).toBe('c is first under old, with 0.30.');
});
