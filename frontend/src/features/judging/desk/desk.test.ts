import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/requests/errors';
import { shown } from '@/features/judging/pair/deck';
import { savingOf } from '@/features/judging/saving/saving';
import { workDoneOf } from '@/features/judging/page/workDone';
import {
  FakeServer,
  STAYED,
  judge,
  openDesk,
  openKey,
  ownJudgment,
  verdictOf,
} from '@/features/judging/desk/desk.test.support';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

const down = (): Promise<never> => Promise.reject(new ApiError(503, 'down', 'Busy.'));

const grades = (server: FakeServer): unknown[] =>
  server.received.map(({ ticket, grade }) => [ticket.split(':')[0], grade]);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('judging', () => {
  it('shows the next passage before the server has answered', async () => {
    const server = new FakeServer(IDS);
    server.onSubmit = () => new Promise(() => undefined);
    const desk = await openDesk(server);
    judge(desk, 4);
    expect(openKey(desk)).toBe('b');
    expect(savingOf(desk.getState().outbox, true).text).toBe('saving');
  });

  it('keeps passages ready without ever showing one twice', async () => {
    const server = new FakeServer(IDS);
    const desk = await openDesk(server);
    const seen: (string | undefined)[] = [];
    for (let i = 0; i < IDS.length; i += 1) {
      seen.push(openKey(desk));
      judge(desk, 1);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(seen).toEqual(IDS);
    expect(desk.getState().workStatus?.empty?.reason).toBe('finished');
  });

  it('waits as long as a server asks that cannot save, and says why', async () => {
    const server = new FakeServer(IDS);
    const away = new ApiError(503, 'database_away', 'The database is away.', {}, 20_000);
    server.onSubmit = () => Promise.reject(away);
    const desk = await openDesk(server);
    judge(desk, 1);
    await vi.advanceTimersByTimeAsync(0);
    const text = 'the database is unavailable, trying again';
    expect(savingOf(desk.getState().outbox, true).text).toContain(text);
    const asked = vi.fn(() => Promise.reject(away));
    server.onSubmit = asked;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveBeenCalledOnce();
  });

  it('counts what is still on its way', async () => {
    const server = new FakeServer(IDS);
    server.onSubmit = down;
    const desk = await openDesk(server);
    judge(desk, 1);
    judge(desk, 2);
    expect(workDoneOf(desk.getState())?.nJudged).toBe(2);
  });

  it('keeps what was said of a late judgment until the next one is saved', async () => {
    const server = new FakeServer(IDS);
    server.sentence = 'Thank you.';
    const desk = await openDesk(server);
    judge(desk, 1);
    await vi.advanceTimersByTimeAsync(0);
    await desk.refill();
    expect(desk.getState().workStatus?.sentence).toBe('Thank you.');
    server.sentence = null;
    judge(desk, 1);
    await vi.advanceTimersByTimeAsync(0);
    expect(desk.getState().workStatus?.sentence).toBeNull();
  });

  it('ignores a verdict on a passage that no longer lies open', async () => {
    const desk = await openDesk(new FakeServer(IDS));
    const first = shown(desk.getState().deck);
    judge(desk, 1);
    if (first !== undefined) desk.judge(first, verdictOf(5), STAYED, 1);
    expect(desk.getState().outbox.waiting).toHaveLength(1);
  });

  it('lets the judgments of earlier sessions be reopened', async () => {
    const server = new FakeServer(IDS);
    server.earlier.push(ownJudgment('z', 2));
    const desk = await openDesk(server);
    desk.stepBack();
    expect(openKey(desk)).toBe('z');
  });
});

describe('a server that fails in passing', () => {
  it('gets everything in order once it is back, each under its own key', async () => {
    const server = new FakeServer(IDS);
    server.onSubmit = down;
    const desk = await openDesk(server);
    judge(desk, 1);
    judge(desk, 2);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(savingOf(desk.getState().outbox, true).text).toBe(
      '2 waiting, kept only by this page, trying again',
    );
    server.onSubmit = () => Promise.resolve();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(grades(server)).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect(savingOf(desk.getState().outbox, true).state).toBe('saved');
    expect(new Set(server.received.map(({ client_key }) => client_key)).size).toBe(2);
  });

  it('gets a resend under the same key', async () => {
    const server = new FakeServer(IDS);
    const keys: string[] = [];
    server.onSubmit = ({ client_key: key }) => {
      keys.push(key);
      return keys.length < 3 ? down() : Promise.resolve();
    };
    judge(await openDesk(server), 1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('is asked ever more patiently', async () => {
    const server = new FakeServer(IDS);
    const attempt = vi.fn(down);
    server.onSubmit = attempt;
    judge(await openDesk(server), 1);
    await vi.advanceTimersByTimeAsync(7_500);
    expect(attempt).toHaveBeenCalledTimes(4);
  });

  it('is asked at once when the network is back', async () => {
    const server = new FakeServer(IDS);
    server.onSubmit = down;
    const desk = await openDesk(server);
    judge(desk, 1);
    await vi.advanceTimersByTimeAsync(0);
    server.onSubmit = () => Promise.resolve();
    desk.retryNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(grades(server)).toEqual([['a', 1]]);
  });

  it('that breaks on one judgment still gets the others', async () => {
    const server = new FakeServer(IDS);
    server.onSubmit = ({ ticket }) =>
      ticket.startsWith('a:')
        ? Promise.reject(new ApiError(500, 'error', 'It broke.'))
        : Promise.resolve();
    const desk = await openDesk(server);
    judge(desk, 1);
    judge(desk, 2);
    await vi.advanceTimersByTimeAsync(0);
    expect(grades(server)).toEqual([['b', 2]]);
    expect(desk.getState().outbox.waiting).toHaveLength(1);
  });
});

describe('a server that rejects', () => {
  const rejectFirst = (server: FakeServer): void => {
    server.onSubmit = ({ ticket }) =>
      ticket.startsWith('a:')
        ? Promise.reject(new ApiError(400, 'refused', 'Not so.'))
        : Promise.resolve();
  };

  it('is not asked again, is quoted, and holds nothing up', async () => {
    const server = new FakeServer(IDS);
    rejectFirst(server);
    const desk = await openDesk(server);
    judge(desk, 1);
    judge(desk, 2);
    await vi.advanceTimersByTimeAsync(0);
    expect(grades(server)).toEqual([['b', 2]]);
    expect(desk.getState().outbox.rejected.map(({ detail }) => detail)).toEqual(['Not so.']);
    expect(savingOf(desk.getState().outbox, true).text).toBe('1 not saved');
  });

  it('keeps the grade before', async () => {
    const server = new FakeServer(IDS);
    const desk = await openDesk(server);
    judge(desk, 1);
    await vi.advanceTimersByTimeAsync(0);
    rejectFirst(server);
    desk.stepBack();
    judge(desk, 5);
    await vi.advanceTimersByTimeAsync(0);
    expect(desk.getState().deck.judged[0]?.verdict.grade).toBe(1);
  });

  it('is sent the same once more on request', async () => {
    const server = new FakeServer(IDS);
    rejectFirst(server);
    const desk = await openDesk(server);
    judge(desk, 1);
    await vi.advanceTimersByTimeAsync(0);
    server.onSubmit = () => Promise.resolve();
    desk.resend(desk.getState().outbox.rejected);
    await vi.advanceTimersByTimeAsync(0);
    expect(grades(server)).toEqual([['a', 1]]);
    expect(desk.getState().outbox.rejected).toEqual([]);
  });

  it('is not sent the same again once the passage was judged again', async () => {
    const server = new FakeServer(IDS);
    rejectFirst(server);
    const desk = await openDesk(server);
    judge(desk, 1);
    await vi.advanceTimersByTimeAsync(0);
    server.onSubmit = () => Promise.resolve();
    while (openKey(desk) !== 'a') judge(desk, 2);
    judge(desk, 3);
    await vi.advanceTimersByTimeAsync(0);
    desk.resend(desk.getState().outbox.rejected);
    await vi.advanceTimersByTimeAsync(0);
    const ofIt = server.received.filter(({ ticket }) => ticket.startsWith('a:'));
    expect(ofIt.map((one) => one.grade)).toEqual([3]);
  });

  it('takes back no verdict that a later one has replaced', async () => {
    const server = new FakeServer(IDS);
    const desk = await openDesk(server);
    let reject: () => void = () => undefined;
    server.onSubmit = () =>
      new Promise((_, fail) => (reject = () => fail(new ApiError(400, 'no', 'Not so.'))));
    judge(desk, 1);
    await vi.advanceTimersByTimeAsync(0);
    desk.stepBack();
    judge(desk, 5);
    reject();
    await vi.advanceTimersByTimeAsync(0);
    expect(desk.getState().deck.judged[0]?.verdict.grade).toBe(5);
  });

  it('has the passage opened again on request', async () => {
    const server = new FakeServer(IDS);
    rejectFirst(server);
    const desk = await openDesk(server);
    judge(desk, 1);
    await vi.advanceTimersByTimeAsync(0);
    const [rejected] = desk.getState().outbox.rejected;
    if (rejected !== undefined) desk.reopen(rejected);
    expect(openKey(desk)).toBe('a');
    expect(desk.getState().outbox.rejected).toEqual([]);
  });
});

it('a signed-out assessor loses nothing and sends after signing in', async () => {
  const server = new FakeServer(IDS);
  server.onSubmit = () => Promise.reject(new ApiError(403, 'not_authenticated', 'Sign in.'));
  const desk = await openDesk(server);
  judge(desk, 3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(savingOf(desk.getState().outbox, true).text).toBe(
    'signed out, 1 waiting, kept only by this page',
  );
  server.onSubmit = () => Promise.resolve();
  desk.retryNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(grades(server)).toEqual([['a', 3]]);
});

it('what is of another account waits until its writer signs in', async () => {
  const server = new FakeServer(IDS);
  server.onSubmit = () => Promise.reject(new ApiError(400, 'other_account', 'Another account.'));
  const desk = await openDesk(server);
  judge(desk, 3);
  await vi.advanceTimersByTimeAsync(0);
  expect(savingOf(desk.getState().outbox, true).state).toBe('other-account');
  expect(desk.getState().outbox.rejected).toEqual([]);
  server.onSubmit = () => Promise.resolve();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(grades(server)).toEqual([['a', 3]]);
});
