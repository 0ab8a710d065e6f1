import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/requests/errors';
import { answeredVerdict, shown } from '@/features/judging/pair/deck';
import {
  FakeServer,
  judge,
  openDesk,
  ownJudgment,
} from '@/features/judging/desk/desk.test.support';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('an answer that came after another', () => {
  const standing = { ...ownJudgment('a', 4), answer: 'there' };

  function setAside(server: FakeServer): void {
    server.onSubmit = ({ replaces }) =>
      replaces === 'there'
        ? Promise.resolve()
        : Promise.reject(new ApiError(400, 'another_answer_stands', 'Which?', {}, 0, { standing }));
  }

  async function judgedTwice() {
    const server = new FakeServer(IDS);
    const desk = await openDesk(server);
    setAside(server);
    judge(desk, 1);
    await vi.advanceTimersByTimeAsync(0);
    return { server, desk };
  }

  it('says which own answer its page saw', async () => {
    const server = new FakeServer(IDS);
    const desk = await openDesk(server);
    judge(desk, 1);
    desk.stepBack();
    judge(desk, 5);
    await vi.advanceTimersByTimeAsync(0);
    const [first, second] = server.received;
    expect([first?.replaces, second?.replaces]).toEqual([null, first?.client_key]);
  });

  it('is kept until somebody says which holds; the one that stands is shown', async () => {
    const { desk } = await judgedTwice();
    expect(desk.getState().outbox.rejected.map((one) => one.pending.standing)).toEqual([standing]);
    expect(desk.getState().deck.judged[0]?.verdict.grade).toBe(4);
  });

  it('takes the place of the other one on request', async () => {
    const { server, desk } = await judgedTwice();
    const [rejected] = desk.getState().outbox.rejected;
    if (rejected !== undefined) desk.prefer(rejected.pending.verdict, rejected, standing);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.received).toMatchObject([{ grade: 1, replaces: 'there' }]);
    expect(desk.getState().outbox.rejected).toEqual([]);
    expect(desk.getState().deck.judged[0]?.verdict.grade).toBe(1);
  });

  it('is asked about again where the one that is kept does not stand any more', async () => {
    const { server, desk } = await judgedTwice();
    const [rejected] = desk.getState().outbox.rejected;
    const newer = { ...ownJudgment('a', 2), answer: 'newer' };
    server.onSubmit = () =>
      Promise.reject(
        new ApiError(400, 'another_answer_stands', 'Which?', {}, 0, { standing: newer }),
      );
    const kept = answeredVerdict(standing);
    if (rejected !== undefined) desk.prefer(kept, rejected, standing);
    await vi.advanceTimersByTimeAsync(0);
    const [again, ...others] = desk.getState().outbox.rejected;
    expect(others).toEqual([]);
    expect(again?.pending).toMatchObject({
      verdict: { grade: 4 },
      submission: { replaces: 'there', grade: 4 },
      standing: newer,
    });
  });

  it('goes on being asked about while the passage is read again', async () => {
    const { desk } = await judgedTwice();
    const [rejected] = desk.getState().outbox.rejected;
    if (rejected !== undefined) desk.reopen(rejected);
    expect(shown(desk.getState().deck)?.key).toBe('a');
    expect(desk.getState().outbox.rejected).toHaveLength(1);
    judge(desk, 4);
    await vi.advanceTimersByTimeAsync(0);
    expect(desk.getState().outbox.rejected).toEqual([]);
  });

  it('is confirmed by the same answer again, which changes none', async () => {
    const server = new FakeServer(IDS);
    const desk = await openDesk(server);
    judge(desk, 1);
    desk.stepBack();
    judge(desk, 1);
    desk.stepBack();
    judge(desk, 3);
    await vi.advanceTimersByTimeAsync(0);
    const [first, again, change] = server.received;
    expect([again?.replaces, change?.replaces]).toEqual([first?.client_key, first?.client_key]);
  });

  it('is asked about once, with what was said last', async () => {
    const server = new FakeServer(IDS);
    const desk = await openDesk(server);
    setAside(server);
    judge(desk, 1);
    desk.stepBack();
    judge(desk, 5);
    await vi.advanceTimersByTimeAsync(0);
    expect(desk.getState().outbox.rejected.map((one) => one.pending.verdict.grade)).toEqual([5]);
  });

  it('says which one counts where the one that its page saw was refused', async () => {
    const server = new FakeServer(IDS);
    const desk = await openDesk(server);
    server.onSubmit = ({ grade }) =>
      grade === 1 ? Promise.reject(new ApiError(400, 'paused', 'Paused.')) : Promise.resolve();
    desk.openAgain(standing);
    judge(desk, 1);
    desk.openAgain(standing);
    judge(desk, 5);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.received).toMatchObject([{ grade: 5, replaces: 'there' }]);
  });
});
