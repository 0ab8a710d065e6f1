import { expect, it } from 'vitest';
import {
  BLANK,
  cutsTrouble,
  firstNTrouble,
  namesOf,
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
  [{ ...BLANK, firstN: '30' }, 'duo-sym-log-sum-first-30'],
  [{ ...BLANK, firstN: '30, 50' }, 'duo-sym-log-sum-first'],
  [{ ...LOOPED, cuts: '20, few' }, 'duo-loop-truncation-sym-log-sum'],
])('the name for %o says how it is made', (entered, name) => {
  expect(suggestedName(entered, 'duo')).toBe(name);
});

it.each(['', '10, five', '0', '2.5'])('cuts %j are none', (cuts) => {
  expect(cutsTrouble({ ...LOOPED, cuts })).toMatch(/whole numbers/);
});

it('cuts count for loop truncation alone', () => {
  expect(cutsTrouble({ ...BLANK, cuts: '' })).toBeNull();
  expect(cutsTrouble(LOOPED)).toBeNull();
});

it('several first n are a run each, and one has the name as it is', () => {
  const several = { ...BLANK, firstN: '30, 50' };
  expect(requestOf(several, 'duo', 'new')).toMatchObject({ name: 'new', first_n: [30, 50] });
  expect(namesOf(several, 'new')).toEqual(['new-30', 'new-50']);
  expect(namesOf({ ...BLANK, firstN: '30' }, 'new')).toEqual(['new']);
});

it.each([
  ['30, 50, 30', /30 appears twice/],
  [Array.from({ length: 21 }, (_, n) => n + 2).join(), /at most 20/],
])('the first %s are refused', (firstN, why) => {
  expect(firstNTrouble({ ...BLANK, firstN })).toMatch(why);
});

it.each(['few', '1', '2.5'])('the first %j are none', (firstN) => {
  expect(firstNTrouble({ ...BLANK, firstN })).toMatch(/whole numbers/);
});
