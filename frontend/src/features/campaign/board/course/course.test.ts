import { describe, expect, it } from 'vitest';
import { busiest, withoutGaps } from '@/features/campaign/board/course/CoursePicture';
import type { Stretch } from '@/features/campaign/board/course/CoursePicture';

const stretch = (at: Date, n_judged: number): Stretch => ({
  at: at.toISOString(),
  n_judged,
  n_not_judged: 1,
  active_ms: 0,
});

const fill = (by: 'hour' | 'day', ...times: Date[]): [string, number][] =>
  withoutGaps({ by, stretches: times.map((at) => stretch(at, 5)) }).map(({ at, n_judged: n }) => [
    at,
    n,
  ]);

describe('withoutGaps', () => {
  it('puts in the hours between', () => {
    const [first, last] = [new Date(2026, 4, 1, 9), new Date(2026, 4, 1, 11)];
    expect(fill('hour', first, last)).toEqual([
      [first.toISOString(), 5],
      [new Date(2026, 4, 1, 10).toISOString(), 0],
      [last.toISOString(), 5],
    ]);
  });

  it('counts days in the calendar, where clocks change too', () => {
    const days = fill('day', new Date(2026, 2, 27), new Date(2026, 2, 31));
    expect(days.map(([at]) => new Date(at).getDate())).toEqual([27, 28, 29, 30, 31]);
  });

  it('leaves what has no gap as it is', () => {
    expect(fill('day')).toEqual([]);
    expect(fill('day', new Date(2026, 4, 1))).toHaveLength(1);
  });
});

it('the busiest stretch counts what could not be judged as well', () => {
  expect(busiest([stretch(new Date(), 4), stretch(new Date(), 2)])).toBe(5);
  expect(busiest([])).toBe(1);
});
