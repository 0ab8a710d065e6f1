import { expect, it } from 'vitest';
import {
  BLANK,
  cutsTrouble,
  firstNTrouble,
  requestsOf,
  suggestedName,
} from '@/features/library/pairs/aggregations';
import type { Entered } from '@/features/library/pairs/aggregations';

const LOOPED: Entered = { ...BLANK, by: 'loop-truncation', cuts: '20,10 5' };

it('parameters are sent with loop truncation alone', () => {
  expect(requestsOf(BLANK, 'duo', 'new')).toEqual([{ run: 'duo', by: 'sym-log-sum', name: 'new' }]);
  expect(requestsOf(LOOPED, 'duo', 'new')[0]?.parameters).toEqual({
    cuts: [20, 10, 5],
    within: 'sym-log-sum',
  });
});

it.each([
  [BLANK, 'duo-sym-log-sum'],
  [LOOPED, 'duo-loop-truncation-20-10-5-sym-log-sum'],
  [{ ...BLANK, firstN: '30' }, 'duo-sym-log-sum-first-30'],
  [{ ...BLANK, firstN: '30, 50' }, 'duo-sym-log-sum-first'],
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

it('several first n are a request each, and one has the name as it is', () => {
  const several = requestsOf({ ...BLANK, firstN: '30, 50' }, 'duo', 'new');
  expect(several.map(({ name, first_n: n }) => [name, n])).toEqual([
    ['new-30', 30],
    ['new-50', 50],
  ]);
  const [one] = requestsOf({ ...BLANK, firstN: '30' }, 'duo', 'new');
  expect([one?.name, one?.first_n]).toEqual(['new', 30]);
});

it.each(['few', '1', '2.5'])('the first %j are none', (firstN) => {
  expect(firstNTrouble({ ...BLANK, firstN })).toMatch(/whole numbers/);
});
