import { describe, expect, it } from 'vitest';
import type { StudyRun } from '@/api/types';
import { formatChange, formatState } from '@/features/library/studies/read/reading';

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
  it('tells how far a run is', () => {
    expect(formatState(run({}))).toBe('waiting');
    expect(formatState(run({ waits_for: 'BM25' }))).toBe('waits for BM25');
    expect(formatState(run({ state: 'computing', unit: 'passage', n: 2048, n_done: 10 }))).toBe(
      '10 of 2,048 passages',
    );
    expect(formatState(run({ state: 'done' }))).toBe('done');
  });

  it('gives changes their sign', () => {
    expect([-0.1234, 0.05, 0.0001, null].map(formatChange)).toEqual([
      '−12.3%',
      '+5.0%',
      '±0.0%',
      '–',
    ]);
  });
});
