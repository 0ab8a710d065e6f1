import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OwnJudgment } from '@/api/types';
import { ApiError } from '@/shared/requests/errors';
import { hasEnded } from '@/features/judging/desk/campaignState';
import { Desk } from '@/features/judging/desk/desk';
import { savingOf } from '@/features/judging/saving/saving';
import {
  FakeServer,
  fullDesk,
  judge,
  openDesk,
  openKey,
  ownJudgment,
} from '@/features/judging/desk/desk.test.support';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

const down = (): Promise<never> => Promise.reject(new ApiError(503, 'down', 'Busy.'));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('passages', () => {
  it('are not taken away by earlier judgments that arrive late', async () => {
    const server = new FakeServer(IDS);
    server.earlier.push(ownJudgment('z', 2));
    let answer: (own: OwnJudgment[]) => void = () => undefined;
    server.listOwn = () => new Promise((resolve) => (answer = resolve));
    const desk = new Desk(server);
    void desk.start();
    await vi.advanceTimersByTimeAsync(0);
    answer(server.earlier);
    await vi.advanceTimersByTimeAsync(0);
    expect(openKey(desk)).toBe('a');
    expect(desk.getState().deck.upcoming).toHaveLength(IDS.length);
    expect(desk.getState().deck.judged).toHaveLength(1);
  });

  it('come five at a time: at once, or with the judgments where the server is slow', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => `p${i}`);
    const quick = await openDesk(new FakeServer(ids));
    await vi.advanceTimersByTimeAsync(0);
    expect(quick.getState().deck.upcoming).toHaveLength(15);
    const server = new FakeServer(ids);
    server.onClaim = () => new Promise((resolve) => void setTimeout(resolve, 300));
    const slow = new Desk(server);
    void slow.start();
    await vi.advanceTimersByTimeAsync(300);
    const held = [];
    for (let i = 0; i < 4; i += 1) {
      held.push(slow.getState().deck.upcoming.length);
      judge(slow, 1);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(held).toEqual([5, 9, 13, 12]);
  });

  it('are asked for when ten are left behind the one', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => `p${i}`);
    const server = new FakeServer(ids);
    const desk = await fullDesk(server);
    expect(desk.getState().deck.upcoming).toHaveLength(15);
    const asked: number[] = [];
    server.onSubmit = ({ claim }) => Promise.resolve(void asked.push(claim));
    for (let i = 0; i < 10; i += 1) {
      judge(desk, 1);
      await vi.advanceTimersByTimeAsync(0);
      expect(desk.getState().deck.upcoming.length).toBeGreaterThanOrEqual(11);
    }
    expect(asked).toEqual([0, 0, 0, 0, 15, 0, 0, 0, 0, 15]);
  });

  it('can go on for ten judgments while nothing answers', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => `p${i}`);
    const server = new FakeServer(ids);
    const desk = await fullDesk(server);
    for (let i = 0; i < 4; i += 1) judge(desk, 1);
    await vi.advanceTimersByTimeAsync(0);
    server.onSubmit = down;
    server.onClaim = down;
    for (let i = 0; i < 10; i += 1) judge(desk, 2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(openKey(desk)).toBe('p14');
    server.onSubmit = () => Promise.resolve();
    server.onClaim = () => Promise.resolve();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.received).toHaveLength(14);
    expect(desk.getState().deck.upcoming).not.toHaveLength(0);
  });

  it('is asked for passages again by itself', async () => {
    const server = new FakeServer(IDS);
    server.onClaim = down;
    const desk = await openDesk(server);
    expect(savingOf(desk.getState().outbox, true, desk.getState().supplyTrouble).state).toBe(
      'offline',
    );
    server.onClaim = () => Promise.resolve();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(openKey(desk)).toBe('a');
  });
});

describe('a campaign that takes no more judgments', () => {
  const IN_HAND = Array.from({ length: 40 }, (_, i) => `p${i}`);

  async function deskWhenItBecame(state: FakeServer['state'], code: string): Promise<Desk> {
    const server = new FakeServer(IN_HAND);
    const desk = await fullDesk(server);
    expect(desk.getState().deck.upcoming).toHaveLength(15);
    server.state = state;
    server.onSubmit = () => Promise.reject(new ApiError(409, code, 'It takes no judgments.'));
    judge(desk, 1);
    await vi.advanceTimersByTimeAsync(0);
    return desk;
  }

  it.each(['campaign_not_open', 'member_paused'])('shows no further passage: %s', async (code) => {
    const desk = await deskWhenItBecame('closed', code);
    expect(desk.getState().outbox.rejected).toHaveLength(1);
    expect(openKey(desk)).toBeUndefined();
    expect(hasEnded(desk.getState())).toBe(true);
  });
});
