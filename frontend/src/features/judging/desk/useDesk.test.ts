import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeServer, ownJudgment } from '@/features/judging/desk/desk.test.support';
import { useDesk } from '@/features/judging/desk/useDesk';

const IDS = Array.from({ length: 12 }, (_, i) => `p${i}`);
const ANSWERS_AFTER_MS = 300;

let server: FakeServer;
let asked: string[];
let campaignId = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  asked = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const name = request.url.split('/').at(-1) ?? '';
    asked.push(name);
    if (name !== 'claims') return Response.json({ rows: await server.listOwn(), next: null });
    await new Promise((resolve) => void setTimeout(resolve, ANSWERS_AFTER_MS));
    return Response.json(await server.claim(15));
  });
});
afterEach(() => void vi.useRealTimers());

/** The desk once its first claim is answered; it outlives its page, so each has a campaign of its own. */
async function openPage() {
  campaignId += 1;
  const { result } = renderHook(() => useDesk('carol', campaignId));
  await vi.advanceTimersByTimeAsync(ANSWERS_AFTER_MS);
  return () => result.current[1].deck.upcoming.length;
}

it('a hand that a slow server began is filled after some seconds', async () => {
  server = new FakeServer(IDS);
  const nUpcoming = await openPage();
  expect(nUpcoming()).toBe(5);
  await vi.advanceTimersByTimeAsync(7_400 + ANSWERS_AFTER_MS);
  expect(nUpcoming()).toBe(5);
  await vi.advanceTimersByTimeAsync(200);
  expect(nUpcoming()).toBe(10);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(nUpcoming()).toBe(12);
});

it('passages are asked for before earlier judgments, and these only if there are some', async () => {
  server = new FakeServer(IDS);
  await openPage();
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual(['claims']);
  asked = [];
  server.earlier.push(ownJudgment('z', 2));
  await openPage();
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual(['claims', 'judgments']);
});

it('one who waits asks a second after it is free, and a second later for each one ahead', async () => {
  server = new FakeServer([]);
  server.empty = 'held_by_others';
  server.freeInS = 20;
  server.nAhead = 3;
  await openPage();
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(23_900);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toHaveLength(2);
});

it('one for whom passages are chosen asks again as soon as they may be there', async () => {
  server = new FakeServer([]);
  server.empty = 'choosing';
  server.freeInS = 1;
  await openPage();
  await vi.advanceTimersByTimeAsync(6_100);
  expect(asked).toHaveLength(3);
});

it.each([
  ['pilot', 2],
  ['paused', 2],
  ['open', 1],
] as const)('who is through asks again where more may come: %s', async (state, n) => {
  server = new FakeServer([]);
  server.state = state;
  await openPage();
  await vi.advanceTimersByTimeAsync(30_100);
  expect(asked).toHaveLength(n);
});
