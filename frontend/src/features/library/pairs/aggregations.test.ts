import { expect, it } from 'vitest';
import {
  BLANK,
  cutsTrouble,
  requestOf,
  suggestedName,
} from '@/features/library/pairs/aggregations';
import type { Entered } from '@/features/library/pairs/aggregations';

const LOOPED: Entered = { ...BLANK, by: 'loop-truncation', cuts: '20,10 5' };

it('parameters are sent with loop truncation alone', () => {
  expect(requestOf(BLANK, 'duo', 'new')).toEqual({ run: 'duo', by: 'sym-log-sum', name: 'new' });
  expect(requestOf(LOOPED, 'duo', 'new').parameters).toEqual({
    cuts: [20, 10, 5],
    within: 'sym-log-sum',
  });
});

it.each([
  [BLANK, 'duo-sym-log-sum'],
  [LOOPED, 'duo-loop-truncation-20-10-5-sym-log-sum'],
  [{ ...LOOPED, cuts: '20, few' }, 'duo-loop-truncation-sym-log-sum'],
])('the name for %o tells how it is made', (entered, name) => {
  expect(suggestedName(entered, 'duo')).toBe(name);
});

it.each(['', '10, five', '0', '2.5'])('cuts %j are none', (cuts) => {
  expect(cutsTrouble({ ...LOOPED, cuts })).toMatch(/whole numbers/);
});

it('cuts count for loop truncation alone', () => {
  expect(cutsTrouble({ ...BLANK, cuts: '' })).toBeNull();
  expect(cutsTrouble(LOOPED)).toBeNull();
});
