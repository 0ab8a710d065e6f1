import { expect, it } from 'vitest';
import type { Board } from '@/api/types';
import { describeForecast, workLeft } from '@/features/campaign/board/describeForecast';
import { formatDay } from '@/shared/format/time';

type Forecast = NonNullable<Board['forecast']>;

const DATED: Forecast = {
  outlook: 'dated',
  n_left: 2000,
  lack: { n_by_quotas: 0, quotas_of: [], n_by_people: 0, n_people: 0, n_places: 0 },
  n_days: 7,
  n_recent: 1234,
  per_day: 176.29,
  per_active_hour: 240.2,
  hours_left: 8.33,
  ends_at: '2026-12-03T12:00:00Z',
  earliest: '2026-12-01T12:00:00Z',
  latest: '2026-12-08T12:00:00Z',
};
const UNDATED: Forecast = { ...DATED, ends_at: null, earliest: null, latest: null };

const LEFT = {
  n_wanted: 2500,
  n_votes: 500,
  n_left: 2000,
  n_set_aside: 0,
  n_waiting_for_adjudication: 0,
  n_further: 0,
};

const day = (n: number): string => formatDay(`2026-12-0${n}T12:00:00Z`);

it('a date comes with its range and with what it rests on', () => {
  expect(describeForecast(DATED, LEFT)).toEqual({
    headline: `Around ${day(3)}`,
    basis:
      `Between ${day(1)} and ${day(8)} at its fastest and slowest. ` +
      'From the last 7 days: 1,234 judgments, 176 a day.',
  });
});

it('a range of one day is none, and an open end is said', () => {
  const { basis } = describeForecast({ ...DATED, latest: DATED.earliest }, LEFT);
  expect(basis).toMatch(/^From the/);
  expect(describeForecast({ ...DATED, latest: null }, LEFT).basis).toContain(
    `Not before ${day(1)}`,
  );
});

it.each([
  ['done', 'All judgments are in', ''],
  ['closed', 'No date now', 'while the campaign is open'],
  ['too_few', 'Not enough yet', 'two whole days'],
  ['idle', 'At a standstill', 'the last 7 days'],
  ['choosing', 'No date yet', 'More pairs are chosen'],
  ['far', 'In more than ten years', '1,234 judgments'],
] as const)('where there is no date (%s) the reason is said', (outlook, headline, reason) => {
  const text = describeForecast({ ...UNDATED, outlook }, LEFT);
  expect(text.headline).toBe(headline);
  expect(text.basis).toContain(reason);
});

it('judgments that are set aside are not in', () => {
  const aside = { ...LEFT, n_votes: 2499, n_left: 0, n_set_aside: 1 };
  const done: Forecast = { ...UNDATED, outlook: 'done', n_left: 0 };
  expect(describeForecast(done, { ...aside, n_waiting_for_adjudication: 1 })).toEqual({
    headline: 'No more judgments are requested',
    basis: '1 pair is set aside.',
  });
});

it.each([
  [{}, 'About 8 hours of work in all, at 240 judgments an hour.'],
  [{ hours_left: 0.4 }, 'Less than an hour of work in all, at 240'],
  [{ outlook: 'choosing' as const }, 'About 8 hours of work on the pairs chosen so far, at 240'],
  [{ hours_left: null, per_active_hour: null }, ''],
  [{ hours_left: 0 }, ''],
])('the work that somebody here can do is given in hours where times are known', (part, text) => {
  expect(workLeft({ ...DATED, ...part })).toContain(text);
});
