import { describe, expect, it } from 'vitest';
import type { Study, StudyRun } from '@/api/types';
import { formatState, queryOf, readingOf } from '@/features/library/studies/read/reading';
import { addressOf } from '@/shared/routing/address';

const study = {
  labels: 'trec',
  measures: ['RR@10', 'nDCG@10'],
  test: 'wilcoxon',
  correction: 'holm',
} as unknown as Study;

describe('how a study is read', () => {
  it('is as the study began where the address says nothing', () => {
    expect(queryOf('noise', readingOf(new URLSearchParams(), study))).toEqual({
      name: 'noise',
      labels: 'trec',
      measures: 'RR@10,nDCG@10',
      test: 'wilcoxon',
      correction: 'holm',
      by: 'variant',
      letters: false,
    });
  });

  it('follows the address, and is written back into one', () => {
    const params = new URLSearchParams('test=t&by=kind&letters=true&shown=relative&labels=new');
    const reading = readingOf(params, study);
    expect([reading.test, reading.byKind, reading.letters, reading.shown]).toEqual([
      't',
      true,
      true,
      'relative',
    ]);
    expect(addressOf(queryOf('a b', reading))).toContain('name=a+b&labels=new');
  });

  it('shows values where the address asks for what there is not', () => {
    expect(readingOf(new URLSearchParams('shown=odd'), study).shown).toBe('value');
  });
});

const run = (part: Partial<StudyRun>): StudyRun => ({
  variant: 'Original',
  ranker: 'BM25',
  run: null,
  state: 'waiting',
  unit: '',
  n: 0,
  n_done: 0,
  waits_for: '',
  error: '',
  ...part,
});

describe('texts of a study', () => {
  it('says how far a run is', () => {
    expect(formatState(run({}))).toBe('waiting');
    expect(formatState(run({ waits_for: 'BM25' }))).toBe('waits for BM25');
    expect(formatState(run({ state: 'computing', unit: 'passage', n: 2048, n_done: 10 }))).toBe(
      '10 of 2,048 passages',
    );
    expect(formatState(run({ state: 'done' }))).toBe('done');
  });
});
