import { expect, it } from 'vitest';
import type { Grade, QueueLeft } from '@/api/types';
import type { Act } from '@/features/campaign/api/adjudication';
import { formatDone, formatLeft, RULES, toggledRule } from '@/features/campaign/adjudicate/rules';

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

it('what was saved is named with its grade, and cannot be read as a decimal number', () => {
  const scale = [{ value: 3, name: 'Perfect' }] as Grade[];
  const saved = formatDone({ kind: 'decide', grade: 3 } as Act, scale);
  expect(`${saved}${formatLeft(left(7, 0))}`).toBe('Saved 3 Perfect · 7 left');
  expect(formatDone({ kind: 'undo' } as Act, scale)).toBe('Undone · ');
  expect(formatDone(undefined, scale)).toBe('');
});
