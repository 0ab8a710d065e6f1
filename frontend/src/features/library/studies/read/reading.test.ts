import { describe, expect, it } from 'vitest';
import type { Study } from '@/api/types';
import { queryOf, readingOf } from '@/features/library/studies/read/reading';
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
