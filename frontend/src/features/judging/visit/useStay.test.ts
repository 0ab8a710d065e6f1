import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Activity } from '@/features/judging/desk/desk.test.support';
import { cardOf } from '@/features/judging/pair/deck';
import { useStay } from '@/features/judging/visit/useStay';
import { assignment } from '@/features/judging/desk/desk.test.support';

const A = cardOf(assignment('a'));
const B = cardOf(assignment('b'));

let reports: Activity[];

beforeEach(() => {
  reports = [];
  vi.useFakeTimers();
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.keepalive) reports.push((await request.json()) as Activity);
    return new Response(null, { status: 204 });
  });
});
afterEach(() => void vi.useRealTimers());

const openStay = () => renderHook(({ card }) => useStay(1, card), { initialProps: { card: A } });

it('a long reading is reported every minute, while it is one', async () => {
  openStay();
  await vi.advanceTimersByTimeAsync(60_000);
  window.dispatchEvent(new Event('scroll'));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(reports.map(({ active_ms }) => active_ms)).toEqual([60_000, 120_000]);
});

it('turning to another passage without a judgment reports the stay on the first', async () => {
  const { rerender } = openStay();
  await vi.advanceTimersByTimeAsync(5_000);
  rerender({ card: B });
  await vi.advanceTimersByTimeAsync(0);
  expect(reports.map(({ ticket, active_ms }) => [ticket, active_ms])).toEqual([[A.ticket, 5_000]]);
});

it('a judgment carries the times itself', async () => {
  const { result, rerender } = openStay();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(result.current()).toMatchObject({ active_ms: 5_000, away_ms: 0 });
  rerender({ card: B });
  await vi.advanceTimersByTimeAsync(0);
  expect(reports).toEqual([]);
});
