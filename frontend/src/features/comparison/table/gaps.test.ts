import { describe, expect, it } from 'vitest';
import type { ComparisonBlock } from '@/api/compared';
import { largestGap } from '@/features/comparison/table/gaps';

describe('largestGap', () => {
  const blockOf = (...unjudged: readonly [number | null, number][]): ComparisonBlock => ({
    labels: 'nist',
    sample: null,
    is_simulated: false,
    min_relevance: 1,
    n_topics: 2,
    pool_runs: [],
    rows: [],
    unjudged: unjudged.map(([cutoff, share]) => ({ cutoff, shares: [{ run: 'bm25', share }] })),
    notes: [],
  });

  it('speaks of the depth that measures cut at, not of whole rankings', () => {
    expect(largestGap(blockOf([10, 0.2], [null, 0.9]))).toEqual({
      run: 'bm25',
      cutoff: 10,
      share: 0.2,
    });
    expect(largestGap(blockOf([10, 0.05], [null, 0.9]))).toBeNull();
  });

  it('speaks of whole rankings where nothing is cut', () => {
    expect(largestGap(blockOf([null, 0.9]))).toEqual({ run: 'bm25', cutoff: null, share: 0.9 });
  });
});
