import { expect, it } from 'vitest';
import { toCsv } from '@/shared/ui/figure/csv';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import type { FigureTable } from '@/shared/ui/figure/figureTable';

type Topic = Readonly<{ query: string; n: number; kappa: number | null }>;

const table = (...rows: Topic[]): FigureTable<Topic> => ({
  name: 'Topics',
  columns: [
    words('query, as asked', ({ query }) => query),
    counts('pairs', ({ n }) => n),
    numbers('κ', ({ kappa }) => kappa),
  ],
  rows,
});

const HEAD = '"query, as asked",pairs,κ\r\n';

it('numbers are not rounded, and what is not defined is empty', () => {
  expect(toCsv(table({ query: 'firs', n: 1234, kappa: -0.123456789 }))).toBe(
    `${HEAD}firs,1234,-0.123456789\r\n`,
  );
  expect(toCsv(table({ query: 'firs', n: 0, kappa: null }))).toBe(`${HEAD}firs,0,\r\n`);
});

it.each([
  ['how, and why', '"how, and why"'],
  ['the "old" one', '"the ""old"" one"'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
])('the text %j is written as %j', (query, written) => {
  expect(toCsv(table({ query, n: 1, kappa: 1 }))).toBe(`${HEAD}${written},1,1\r\n`);
});
