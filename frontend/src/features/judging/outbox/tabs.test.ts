import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/requests/errors';
import type { Submission } from '@/api/types';
import { shown } from '@/features/judging/pair/deck';
import { Desk } from '@/features/judging/desk/desk';
import { SubmissionStore } from '@/features/judging/outbox/submissionStore';
import { savingOf } from '@/features/judging/saving/saving';
import { noTabs } from '@/features/judging/outbox/tabs';
import type { News, Tabs } from '@/features/judging/outbox/tabs';
import { FakeServer, ownJudgment, pending } from '@/features/judging/desk/desk.test.support';

const STAYED = { visit: 'a-visit', active_ms: 5_000, away_ms: 0 };
const IDS = ['a', 'b', 'c', 'd'];
const unreachable = () => Promise.reject(new ApiError(0, 'unreachable', 'Not reached.'));

/** A browser's tabs: what one says is heard by the others; one at a time is let in. */
class Browser {
  readonly #listeners: ((news: News) => void)[] = [];
  #last: Promise<unknown> = Promise.resolve();
  readonly areExclusive: boolean;

  constructor(areExclusive = true) {
    this.areExclusive = areExclusive;
  }

  tab(): Tabs {
    let own: ((news: News) => void) | undefined;
    return {
      broadcast: (news) =>
        this.#listeners
          .filter((hear) => hear !== own)
          .forEach((hear) => queueMicrotask(() => hear(structuredClone(news)))),
      listen: (hear) => this.#listeners.push((own = hear)),
      exclusively: (task) => {
        if (!this.areExclusive) return task();
        const done = this.#last.then(task);
        this.#last = done;
        return done;
      },
      areExclusive: this.areExclusive,
    };
  }
}

async function open(server: FakeServer, browser = new Browser(), username = 'alice') {
  const environment = {
    username,
    campaignId: 1,
    store: new SubmissionStore(),
    tabs: browser.tab(),
  };
  const desk = new Desk(server, environment);
  await desk.start();
  return desk;
}

const openKey = (desk: Desk): string | undefined => shown(desk.getState().deck)?.key;

function judge(desk: Desk, grade: number): void {
  const card = shown(desk.getState().deck);
  if (card === undefined) throw new Error('no passage lies open');
  desk.judge(card, { grade, reason: null, spans: [] }, STAYED, 1);
}

const grades = ({ received }: FakeServer): unknown[] =>
  received.map(({ ticket, grade }) => [ticket.split(':')[0], grade]);

const isSaved = (desk: Desk): boolean =>
  desk.getState().outbox.waiting.length === 0 && desk.getState().outbox.phase === 'idle';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('the next page', () => {
  it('sends what the last one left, in order, and shows none of it again', async () => {
    const server = new FakeServer(IDS);
    server.onSubmit = unreachable;
    const last = await open(server);
    judge(last, 1);
    judge(last, 2);
    await vi.waitFor(async () =>
      expect(await new SubmissionStore().list('alice', 1)).toHaveLength(2),
    );
    server.onSubmit = () => Promise.resolve();
    const next = await open(server);
    expect(openKey(next)).toBe('c');
    await vi.waitFor(() => expect(isSaved(next)).toBe(true));
    expect(grades(server)).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect(await new SubmissionStore().list('alice', 1)).toEqual([]);
  });

  const refusing = (reason: string) => () => Promise.reject(new ApiError(400, 'refused', reason));
  const reasons = (desk: Desk) => desk.getState().outbox.rejected.map(({ detail }) => detail);

  it('says what is rejected, and why it is by now', async () => {
    const server = new FakeServer(IDS);
    server.onSubmit = refusing('Paused.');
    const last = await open(server);
    judge(last, 1);
    await vi.waitFor(() => expect(reasons(last)).toEqual(['Paused.']));
    server.onSubmit = refusing('Ended.');
    const next = await open(server);
    await vi.waitFor(() => expect(reasons(next)).toEqual(['Ended.']));
    const [rejected] = next.getState().outbox.rejected;
    if (rejected !== undefined) next.dismiss(rejected);
    await vi.waitFor(async () => expect(await new SubmissionStore().list('alice', 1)).toEqual([]));
  });

  it('sends what was rejected once more, which may be taken by now', async () => {
    const server = new FakeServer(IDS);
    server.onSubmit = refusing('Paused.');
    const last = await open(server);
    judge(last, 1);
    await vi.waitFor(() => expect(reasons(last)).toEqual(['Paused.']));
    server.onSubmit = () => Promise.resolve();
    const next = await open(server);
    await vi.waitFor(() => expect(isSaved(next)).toBe(true));
    expect(grades(server)).toEqual([['a', 1]]);
  });

  it('still asks which of two answers holds', async () => {
    const server = new FakeServer(IDS);
    const standing = { ...ownJudgment('a', 4), answer: 'there' };
    server.onSubmit = () =>
      Promise.reject(new ApiError(400, 'another_answer_stands', 'Which?', {}, 0, { standing }));
    const last = await open(server);
    judge(last, 1);
    await vi.waitFor(() => expect(last.getState().outbox.rejected).toHaveLength(1));
    const next = await open(server);
    await vi.waitFor(() =>
      expect(next.getState().outbox.rejected.map((one) => one.pending.standing)).toEqual([
        standing,
      ]),
    );
  });

  it('does not say that all is saved before it has looked', async () => {
    const environment = {
      username: 'alice',
      campaignId: 1,
      store: new SubmissionStore(),
      tabs: noTabs,
    };
    await environment.store.put(pending('a'));
    const desk = new Desk(new FakeServer(IDS), environment);
    const opened = desk.start();
    expect(savingOf(desk.getState().outbox, true).state).toBe('saving');
    await opened;
    await vi.waitFor(() => expect(isSaved(desk)).toBe(true));
  });

  it('sends nothing of another account', async () => {
    const server = new FakeServer(IDS);
    server.onSubmit = unreachable;
    const last = await open(server);
    judge(last, 1);
    await vi.waitFor(async () =>
      expect(await new SubmissionStore().list('alice', 1)).toHaveLength(1),
    );
    server.onSubmit = () => Promise.resolve();
    const next = await open(server, new Browser(), 'bob');
    await vi.waitFor(() => expect(isSaved(next)).toBe(true));
    expect(server.received).toEqual([]);
    expect(await new SubmissionStore().list('alice', 1)).toHaveLength(1);
  });
});

describe.each([
  ['with locks', true],
  ['without locks', false],
])('two tabs %s', (_, areExclusive) => {
  it('turn the page together, and say so in the one that was not touched', async () => {
    const [server, browser] = [new FakeServer(IDS), new Browser(areExclusive)];
    const [one, other] = [await open(server, browser), await open(server, browser)];
    judge(one, 3);
    await vi.waitFor(() => expect(openKey(other)).toBe('b'));
    expect(other.getState().wasJudgedElsewhere).toBe(true);
    expect(one.getState().wasJudgedElsewhere).toBe(false);
    judge(other, 4);
    expect(other.getState().wasJudgedElsewhere).toBe(false);
    await vi.waitFor(() => expect(isSaved(one) && isSaved(other)).toBe(true));
    expect(grades(server)).toEqual([
      ['a', 3],
      ['b', 4],
    ]);
  });

  it('store each judgment once, from any tab', async () => {
    const [server, browser] = [new FakeServer(IDS), new Browser(areExclusive)];
    const keys: string[] = [];
    server.onSubmit = ({ client_key: key }: Submission) => Promise.resolve(void keys.push(key));
    const [one, other] = [await open(server, browser), await open(server, browser)];
    judge(one, 1);
    await vi.waitFor(() => expect(openKey(other)).toBe('b'));
    judge(other, 2);
    await vi.waitFor(() => expect(isSaved(one) && isSaved(other)).toBe(true));
    expect(server.received).toHaveLength(2);
    if (areExclusive) expect(new Set(keys).size).toBe(keys.length);
  });
});

it('a tab sends what one that was closed left behind', async () => {
  const [server, browser] = [new FakeServer(IDS), new Browser()];
  const [closed, other] = [await open(server, browser), await open(server, browser)];
  server.onSubmit = unreachable;
  judge(closed, 1);
  await vi.waitFor(() => expect(other.getState().outbox.phase).toBe('retrying'));
  server.onSubmit = () => Promise.resolve();
  other.retryNow();
  await vi.waitFor(() => expect(grades(server)).toEqual([['a', 1]]));
});

it('a passage that is read again stays open when another tab judges on', async () => {
  const [server, browser] = [new FakeServer(IDS), new Browser()];
  const [one, other] = [await open(server, browser), await open(server, browser)];
  judge(one, 1);
  await vi.waitFor(() => expect(openKey(other)).toBe('b'));
  other.stepBack();
  judge(one, 2);
  await vi.waitFor(() => expect(other.getState().deck.judged).toHaveLength(2));
  expect(openKey(other)).toBe('a');
});
