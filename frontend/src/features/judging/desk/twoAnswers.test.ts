import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/errors';
import { FakeServer, judge, openDesk, ownJudgment } from '@/features/judging/desk/testing';

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
    if (rejected !== undefined) desk.prefer(rejected, standing);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.received).toMatchObject([{ grade: 1, replaces: 'there' }]);
    expect(desk.getState().outbox.rejected).toEqual([]);
    expect(desk.getState().deck.judged[0]?.verdict.grade).toBe(1);
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
