import { expect, it } from 'vitest';
import type { QueueLeft } from '@/api/types';
import { formatLeft, RULES, toggledRule } from '@/features/campaign/adjudicate/rules';

const left = (nLeft: number, nHeld: number): QueueLeft => ({
  counts: [],
  n_left: nLeft,
  n_held: nHeld,
  may_undo: false,
});

it('a rule is taken out and put back in its place', () => {
  const without = toggledRule(RULES, 'apart');
  expect(without).toEqual(['tied', 'not_judged', 'unsure', 'chosen']);
  expect(toggledRule(without, 'apart')).toEqual(RULES);
});

it('what is left is shown, and what others are at', () => {
  expect(formatLeft(left(12, 0))).toBe('12 left');
  expect(formatLeft(left(1, 1))).toBe('1 left; others have 1 pair in hand');
});
