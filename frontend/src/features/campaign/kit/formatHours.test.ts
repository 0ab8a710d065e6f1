import { expect, it } from 'vitest';
import { formatHours } from '@/features/campaign/kit/formatHours';

const at = '2026-01-01T00:00:00Z';
const of = (ms: number) => ({ at, n_judged: 1, n_not_judged: 0, active_ms: ms });

it.each([
  [[], null],
  [[0], null],
  [[60_000], 'less than an hour'],
  [[1_800_000, 1_800_000], '1 hour'],
  [[9_000_000, 200_000_000], '58 hours'],
])('hours of %o', (times, said) => {
  expect(formatHours(times.map(of))).toBe(said);
});
