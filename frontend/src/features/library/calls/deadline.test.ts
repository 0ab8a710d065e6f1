import { expect, it } from 'vitest';
import { fromField, toField, usualDeadline } from '@/features/library/calls/deadline';

it('a deadline comes back as it was entered, whatever the zone', () => {
  const entered = '2026-03-29T23:59';
  expect(toField(new Date(fromField(entered) ?? ''))).toBe(entered);
  expect(fromField('')).toBeNull();
  expect(usualDeadline(new Date(2026, 11, 25, 8))).toBe('2027-01-08T23:59');
});
