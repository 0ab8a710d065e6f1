import { describe, expect, it } from 'vitest';
import { DEFAULT_MEASURES, splitMeasures } from '@/features/comparison/texts/measureNames';
import {
  addressOf,
  isComplete,
  readSelection,
  describeUnknown,
  withTest,
} from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';

const SELECTION: Selection = {
  baseline: 'BM25',
  baselineLabels: null,
  runs: ['MiniLM', 'monoT5'],
  labels: ['liberal', 'strict'],
  measures: ['RR@10', 'RBP(p=0.8,rel=2)'],
  test: 'wilcoxon',
  correction: 'holm',
  family: 'table',
  testOptions: { zero_method: 'pratt' },
  onlyTopicsOf: 'strict',
  commonTopics: true,
  trainedTopics: 'leave-out',
  singlePrecision: true,
};

describe('the address', () => {
  it('says everything and is read back as it was', () => {
    expect(readSelection(new URLSearchParams(addressOf(SELECTION)))).toEqual(SELECTION);
  });

  it.each([
    ['randomization', 'holm', '&seed=7&permutations=99'],
    ['sign', 'by', ''],
    ['bootstrap', 'bh', '&seed=1'],
    ['equivalence', 'bonferroni', '&bound=0.02'],
  ])('keeps the test %s and the correction %s that it asks for', (test, correction, options) => {
    const asked = `runs=a&labels=l&measures=AP&test=${test}&correction=${correction}${options}`;
    const selection = readSelection(new URLSearchParams(asked));
    expect(selection).toMatchObject({ test, correction });
    expect(addressOf(selection)).toBe(asked);
    expect(describeUnknown(new URLSearchParams(asked))).toBe('');
  });

  it('names a family of tests only where it is not the usual one, and p is corrected', () => {
    const usual = { ...SELECTION, family: 'column' as const };
    expect(addressOf(SELECTION)).toContain('&family=table');
    expect(addressOf(usual)).not.toContain('family');
    expect(addressOf({ ...SELECTION, correction: 'none' })).not.toContain('family');
  });

  it('that asks for what there is not is reported and replaced', () => {
    const params = new URLSearchParams('test=anova&correction=toString&family=all');
    expect(readSelection(params)).toMatchObject({
      ...{ test: 't', correction: 'none', family: 'column' },
    });
    expect(describeUnknown(params)).toBe(
      'There is no test called “anova”: this is the paired t-test. ' +
        'There is no correction called “toString”: nothing is corrected. ' +
        'There is no family of tests called “all”: it is one measure under one label set.',
    );
  });

  it('drops the options of a test that there is not, and an option without a value', () => {
    const misspelt = new URLSearchParams('runs=a&test=equivalance&bound=0.02');
    expect(readSelection(misspelt)).toMatchObject({ test: 't', testOptions: {} });
    const emptied = new URLSearchParams('runs=a&test=randomization&seed=&permutations=99');
    expect(readSelection(emptied).testOptions).toEqual({ permutations: '99' });
  });

  it('drops the options of a test that is left, and gives the next what it needs', () => {
    const left = { ...SELECTION, ...withTest('equivalence') };
    expect(addressOf(left)).toContain('&test=equivalence&correction=holm&family=table&bound=0.05&');
    expect(addressOf({ ...left, ...withTest('sign') })).not.toContain('bound');
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
  ['one run and no baseline', { baseline: null, runs: ['a'] }],
  ['no run', { runs: [] }],
  ['no label set', { labels: [] }],
  ['no measure', { measures: [] }],
])('a selection with %s is not asked for', (_, part) => {
  expect(isComplete(SELECTION)).toBe(true);
  expect(isComplete({ ...SELECTION, ...part })).toBe(false);
});

it('an address that is silent on measures takes the usual ones, one that names none has none', () => {
  expect(readSelection(new URLSearchParams('runs=a')).measures).toEqual(DEFAULT_MEASURES);
  expect(readSelection(new URLSearchParams('runs=a&measures=')).measures).toEqual([]);
});

it('measures are split at commas outside parentheses', () => {
  expect(splitMeasures('RR@10, RBP(p=0.8,rel=2),P@5')).toEqual([
    'RR@10',
    'RBP(p=0.8,rel=2)',
    'P@5',
  ]);
});
