import { expect, it } from 'vitest';
import { askedOfTwo, focusOfTwo, isSameState } from '@/features/campaign/whatif/state/questions';
import type { Asked } from '@/features/campaign/whatif/state/questions';

const ASKED: Asked = {
  ...{ campaign_id: 1, aggregate: 'majority', threshold: 2, without: ['a01'] },
  ...{ runs: 'bm25,bert,rm3', measure: 'P@10', unjudged: 'not_relevant' },
};

it('an answer is of another state when anything that it was asked by differs', () => {
  expect(isSameState(ASKED, { ...ASKED, without: ['a01'] })).toBe(true);
  for (const part of [{ threshold: 1 }, { without: [] }, { measure: 'AP' }, { runs: 'bm25,bert' }])
    expect(isSameState(ASKED, { ...ASKED, ...part })).toBe(false);
});

it('an answer of two runs says which they are', () => {
  const focus = { first: 'bert', second: 'bm25' };
  expect(focusOfTwo(askedOfTwo(ASKED, focus))).toEqual(focus);
});
