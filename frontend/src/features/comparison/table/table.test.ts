import { describe, expect, it } from 'vitest';
import type { Comparison, ComparisonBlock } from '@/api/compared';
import { sortedBy, tableOf, usualOrder } from '@/features/comparison/table/table';
import { cutoffOf } from '@/features/comparison/texts/measureNames';

const cell = (run: string, mean: number, difference: number, interval: number[] | null) => ({
  run,
  mean,
  difference,
  interval,
  baseline_mean: 0.5,
  n_missing: 0,
});

const block = (labels: string, ...means: readonly [number, number]) => ({
  labels,
  rows: [
    {
      measure: 'RR@10',
      lower_is_better: false,
      is_tested: true,
      baseline_mean: 0.5,
      baseline_n_missing: 1,
      cells: [
        cell('bert', means[0], means[0] - 0.5, [-0.1, 0.3]),
        cell('t5', means[1], means[1] - 0.5, null),
      ],
    },
  ],
  unjudged: [
    { cutoff: null, shares: [{ run: 'bert', share: 0.9 }] },
    { cutoff: 10, shares: [{ run: 'bert', share: 0.2 }] },
  ],
});

const comparison = {
  baseline: 'bm25',
  runs: ['bert', 't5'],
  blocks: [block('old', 0.6, 0.5), block('new', 0.4, 0.7)],
} as unknown as Comparison;

describe('a table of runs', () => {
  const table = tableOf(comparison, comparison.blocks, ['RR@10']);

  it('has the baseline first and a place in every column; equals share theirs', () => {
    expect(table.lines.map(({ run, isBaseline }) => [run, isBaseline])).toEqual([
      ['bm25', true],
      ['bert', false],
      ['t5', false],
    ]);
    const places = table.lines.map(({ entries }) => entries.map((one) => one?.place));
    expect(places).toEqual([
      [2, 2],
      [1, 3],
      [2, 1],
    ]);
  });

  it('gives means that only rounding parts the same place', () => {
    const alike = tableOf(
      { ...comparison, blocks: [block('old', 0.1 + 0.2, 0.3) as unknown as ComparisonBlock] },
      [block('old', 0.1 + 0.2, 0.3) as unknown as ComparisonBlock],
      ['RR@10'],
    );
    expect(alike.lines.map(({ entries }) => entries[0]?.place)).toEqual([1, 2, 2]);
  });

  it('says what is not labelled down to where the measure reads', () => {
    expect(table.lines[1]?.entries[0]?.unjudged).toBe(0.2);
    expect(table.lines[2]?.entries[0]?.unjudged).toBeNull();
    expect(cutoffOf('AP')).toBeNull();
  });

  it('reaches as far as any interval or, where there is none, difference', () => {
    expect(table.reach[0]).toBeCloseTo(-0.1);
    expect(table.reach[1]).toBeCloseTo(0.3);
  });

  it('puts the best of a column first', () => {
    expect(sortedBy(table, 1).map(({ run }) => run)).toEqual(['t5', 'bm25', 'bert']);
    expect(sortedBy(table, null)).toBe(table.lines);
  });

  it('keeps few runs in the order that was asked for, and puts the best of many first', () => {
    expect(usualOrder(table)).toBeNull();
    expect(usualOrder({ ...table, lines: [...table.lines, ...table.lines] })).toBe(0);
  });

  it('has a column for each measure under one label set as well', () => {
    const [block] = comparison.blocks;
    const scores = tableOf(comparison, block === undefined ? [] : [block], ['RR@10', 'P@1']);
    expect(scores.columns.map(({ labels, measure }) => [labels, measure])).toEqual([
      ['old', 'RR@10'],
      ['old', 'P@1'],
    ]);
    expect(scores.lines[0]?.entries[1]).toBeNull();
  });
});
