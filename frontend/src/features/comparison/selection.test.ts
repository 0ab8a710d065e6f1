import { describe, expect, it } from 'vitest';
import { splitMeasures } from '@/features/comparison/measureNames';
import { addressOf, isComplete, readSelection } from '@/features/comparison/selection';
import type { Selection } from '@/features/comparison/selection';

const SELECTION: Selection = {
  baseline: 'BM25',
  baselineLabels: null,
  runs: ['MiniLM', 'monoT5'],
  labels: ['liberal', 'strict'],
  measures: ['RR@10', 'RBP(p=0.8,rel=2)'],
  test: 'wilcoxon',
  onlyTopicsOf: 'strict',
  commonTopics: true,
};

describe('the address', () => {
  it('says everything and is read back as it was', () => {
    expect(readSelection(new URLSearchParams(addressOf(SELECTION)))).toEqual(SELECTION);
  });

  it('can be read by people', () => {
    expect(addressOf(SELECTION)).toContain(
      'runs=MiniLM,monoT5&labels=liberal,strict&measures=RR@10,',
    );
  });

  it('holds each run against itself when baseline labels are named', () => {
    const byLabels = { ...SELECTION, baseline: null, baselineLabels: 'old' };
    expect(readSelection(new URLSearchParams(addressOf(byLabels)))).toEqual(byLabels);
  });
});

it.each([
  ['no baseline', { baseline: null }],
  ['no run', { runs: [] }],
  ['no label set', { labels: [] }],
  ['no measure', { measures: [] }],
])('a selection with %s is not asked for', (_, part) => {
  expect(isComplete(SELECTION)).toBe(true);
  expect(isComplete({ ...SELECTION, ...part })).toBe(false);
});

it('measures are split at commas outside parentheses', () => {
  expect(splitMeasures('RR@10, RBP(p=0.8,rel=2),P@5')).toEqual([
    'RR@10',
    'RBP(p=0.8,rel=2)',
    'P@5',
  ]);
});
