import { expect, it } from 'vitest';
import { DwellClock, IDLE_AFTER_MS } from '@/features/judging/visit/dwell';
import { Stay } from '@/features/judging/visit/stay';
import type { Stayed } from '@/features/judging/visit/stay';

function openStay() {
  const time = { now: 1_000 };
  const clock = new DwellClock(() => time.now);
  const reports: Stayed[] = [];
  const stay = new Stay(clock, (stayed) => reports.push(stayed));
  return { time, clock, reports, stay };
}

const times = (reports: readonly Stayed[]) =>
  reports.map(({ active_ms, away_ms }) => [active_ms, away_ms]);

it('an assessor at work is reported, with times that count up', () => {
  const { time, clock, reports, stay } = openStay();
  for (let minute = 0; minute < 2; minute += 1) {
    time.now += 60_000;
    clock.touch();
    stay.renew();
  }
  expect(times(reports)).toEqual([
    [60_000, 0],
    [120_000, 0],
  ]);
});

it('an assessor who is gone is not reported', () => {
  const { time, reports, stay } = openStay();
  time.now += IDLE_AFTER_MS;
  stay.renew();
  time.now += 10 * IDLE_AFTER_MS;
  stay.renew();
  expect(reports).toHaveLength(1);
});

it('a page that hides reports all there is, once', () => {
  const { time, clock, reports, stay } = openStay();
  clock.leave();
  time.now += 5_000;
  stay.pause();
  stay.pause();
  expect(times(reports)).toEqual([[0, 5_000]]);
});

it('a stay that has not lasted is not worth a report', () => {
  const { reports, stay } = openStay();
  stay.pause();
  expect(reports).toEqual([]);
});

it('the judgment carries the times under the same visit, and ends the reports', () => {
  const { time, reports, stay } = openStay();
  time.now += 2_000;
  stay.renew();
  time.now += 3_000;
  expect(stay.conclude()).toEqual({ visit: reports[0]?.visit, active_ms: 5_000, away_ms: 0 });
  time.now += 1_000;
  stay.pause();
  expect(reports).toHaveLength(1);
});

it('each stay has a name of its own', () => {
  expect(openStay().stay.conclude().visit).not.toBe(openStay().stay.conclude().visit);
});
