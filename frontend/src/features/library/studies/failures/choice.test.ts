import { describe, expect, it } from 'vitest';
import type { Study } from '@/api/types';
import { choiceOf, failuresQuery, formatRank } from '@/features/library/studies/failures/choice';

const study = { lines: [{ title: 'Original' }, { title: '[Q] typos' }] } as unknown as Study;

describe('the choice of failures', () => {
  it('begins with what the first variant introduced', () => {
    const choice = choiceOf(new URLSearchParams(), study);
    expect(failuresQuery('noise', choice)).toEqual({
      name: 'noise',
      variant: '[Q] typos',
      which: 'introduced',
      within: 1,
      page: 1,
    });
  });

  it('follows the address, and passes over what there is not', () => {
    const params = new URLSearchParams('which=odd&within=10&ranker=BM25&page=-3');
    expect(failuresQuery('noise', choiceOf(params, study))).toMatchObject({
      which: 'introduced',
      within: 10,
      ranker: 'BM25',
      page: 1,
    });
  });

  it('says ranks in words', () => {
    expect([3, null].map(formatRank)).toEqual(['3', 'not found']);
  });
});
