import { expect, it } from 'vitest';
import type { LeftOut, RunBounds } from '@/api/compared';
import {
  boundsTable,
  describeBounds,
  hasRbpBeside,
  rangesOf,
} from '@/features/comparison/unjudged/bounds';
import { drawRanges, rangesHeight } from '@/features/comparison/unjudged/drawRanges';
import { describePool, poolRanges } from '@/features/comparison/unjudged/PoolFigure';
import { ticksAround } from '@/features/comparison/unjudged/scale';

const row = (run: string, score: number, isSure: boolean | null): RunBounds['rows'][number] => ({
  ...{ run, labels: 'old', score, rbp: 0.3, residual: 0.2, judged: [1, 0.5] },
  bounds: {
    ...{ pessimistic: score, optimistic: score + 0.2, condensed: score + 0.1 },
    is_order_sure: isSure,
  },
});

const answer = (isSure: boolean | null, more: Partial<RunBounds> = {}): RunBounds => ({
  ...{ measure: 'P@5', lower_is_better: false, refusal: '', is_floor: true, rbp: 'RBP(p=0.8)' },
  ...{ baseline: 'bm25', n_topics: 3, depths: [1, 3] },
  rows: [row('bm25', 0.2, null), row('bert', 0.6, isSure)],
  ...more,
});

const found = (given: RunBounds): string => describeBounds(given, given.rows, 'bert');

it('a lead that cannot be turned is reported, and one that may turn', () => {
  expect(found(answer(true))).toMatch(
    /^No judgment of unjudged passages can reverse bert’s lead over bm25/,
  );
  expect(found(answer(false))).toBe(
    'bert’s lead over bm25 may be reversed: the two intervals overlap.',
  );
  expect(found(answer(true, { lower_is_better: true }))).toContain('reverse bm25’s lead over bert');
});

it('by a measure without a floor no lead is sure, and without a baseline there is none', () => {
  expect(found(answer(null, { is_floor: false }))).toMatch(/^By P@5 no lead is certain/);
  expect(found(answer(null, { baseline: null }))).toBe('');
});

it('RBP stands beside a measure from 0 to 1 alone', () => {
  const [beside, ranks] = [answer(true), answer(true, { lower_is_better: true })];
  expect(hasRbpBeside(beside, beside.rows)).toBe(true);
  expect(hasRbpBeside(ranks, ranks.rows)).toBe(false);
  const [spans] = rangesOf(beside, beside.rows).map((range) => range.spans);
  expect(spans?.map(({ from, to }) => [from, to])).toEqual([
    [0.2, 0.4],
    [0.3, 0.5],
  ]);
});

it('the table says of each run whether its order may turn', () => {
  const given = answer(true);
  const { columns, rows } = boundsTable(given, given.rows);
  const column = columns.find(({ name }) => name === 'order with the baseline');
  expect(rows.map((one) => column?.cell(one))).toEqual(['–', 'cannot turn']);
});

it('ticks lie at round numbers around what is drawn', () => {
  expect(ticksAround(0.21, 0.79)).toEqual([0.2, 0.4, 0.6, 0.8]);
  expect(ticksAround(0.5, 0.5).length).toBeGreaterThan(0);
});

it('each run is a row, and ranks are turned so that right is better', () => {
  const given = answer(true);
  const ranges = rangesOf(given, given.rows);
  const middles = (isRank: boolean): number[] =>
    [...drawRanges(400, { ranges, kinds: [], isRank }).querySelectorAll('circle')].map((dot) =>
      Number(dot.getAttribute('cx')),
    );
  const [low = 0, high = 0] = middles(false);
  expect(low).toBeLessThan(high);
  const [worse = 0, better = 0] = middles(true);
  expect(worse).toBeGreaterThan(better);
  expect(rangesHeight(ranges)).toBeGreaterThan(60);
});

const leftOut = (run: string, difference: number, without: number): LeftOut => ({
  ...{ run, team: '', measure: 'P@5', lower_is_better: false, n_unique: 1, n_unique_relevant: 1 },
  ...{ score: 0.5, score_without: 0.5 + difference, difference, place: 1, place_without: without },
});

it('who would change most had it not been pooled is named', () => {
  const rows = [leftOut('a', -0.1, 1), leftOut('b', -0.2, 2)];
  expect(describePool(rows, false)).toBe(
    'b would change most had it not been pooled, by −.200; 1 run would change place.',
  );
  expect(describePool([leftOut('a', 0, 1)], false)).toMatch(/^Leaving any one run out/);
  expect(poolRanges(rows, false)[1]?.spans[0]).toMatchObject({ from: 0.5, to: 0.3 });
});
