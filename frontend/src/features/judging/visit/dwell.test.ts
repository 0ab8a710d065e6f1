import { describe, expect, it } from 'vitest';
import { DwellClock, IDLE_AFTER_MS } from '@/features/judging/visit/dwell';

function clockAt(isPresent = true) {
  const time = { now: 1_000 };
  return { time, clock: new DwellClock(() => time.now, isPresent) };
}

describe('DwellClock', () => {
  it('counts reading as active', () => {
    const { time, clock } = clockAt();
    time.now += 8_000;
    expect(clock.read()).toEqual({ active_ms: 8_000, away_ms: 0 });
  });

  it('counts a hidden page as away', () => {
    const { time, clock } = clockAt();
    time.now += 3_000;
    clock.leave();
    time.now += 20_000;
    clock.comeBack();
    time.now += 4_000;
    expect(clock.read()).toEqual({ active_ms: 7_000, away_ms: 20_000 });
  });

  it('counts as away what passes beyond a minute without a sign of life', () => {
    const { time, clock } = clockAt();
    time.now += IDLE_AFTER_MS + 5_000;
    expect(clock.read()).toEqual({ active_ms: IDLE_AFTER_MS, away_ms: 5_000 });
  });

  it('counts a long reading as active while there are signs of life', () => {
    const { time, clock } = clockAt();
    for (let minute = 0; minute < 3; minute += 1) {
      time.now += IDLE_AFTER_MS;
      clock.touch();
    }
    expect(clock.read()).toEqual({ active_ms: 3 * IDLE_AFTER_MS, away_ms: 0 });
  });

  it('takes no look at itself for a sign of life', () => {
    const { time, clock } = clockAt();
    for (let look = 0; look < 6; look += 1) {
      time.now += IDLE_AFTER_MS / 2;
      clock.read();
    }
    expect(clock.read()).toEqual({ active_ms: IDLE_AFTER_MS, away_ms: 2 * IDLE_AFTER_MS });
  });

  it('begins away when the page is in the background', () => {
    const { time, clock } = clockAt(false);
    time.now += 2_000;
    expect(clock.read()).toEqual({ active_ms: 0, away_ms: 2_000 });
  });

  it('never says more than a day', () => {
    const { time, clock } = clockAt(false);
    time.now += 3 * 24 * 3_600_000;
    expect(clock.read().away_ms).toBe(24 * 3_600_000);
  });
});
