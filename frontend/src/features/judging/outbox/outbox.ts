import { ApiError, asApiError, isPassing, isSignedOut, sentence } from '@/shared/requests/errors';
import type { Submitted } from '@/api/types';
import type { SubmissionStore } from '@/features/judging/outbox/submissionStore';
import { follows, passingOver, withStanding } from '@/features/judging/outbox/pendingSubmissions';
import type {
  PendingSubmission,
  Rejected,
  Standing,
} from '@/features/judging/outbox/pendingSubmissions';
import { LONGEST_WAIT_MS, waitBefore } from '@/features/judging/outbox/patience';
import type { News, Tabs } from '@/features/judging/outbox/tabs';

/** Why sending has stopped for now: it was not reached, nobody is signed in, or somebody else is. */
type Hindrance = 'retrying' | 'signed-out' | 'other-account';

export type OutboxState = Readonly<{
  /** In the order they are sent; the first may be on its way. */
  waiting: readonly PendingSubmission[];
  rejected: readonly Rejected[];
  /** Opening: what earlier pages left is not known yet. */
  phase: 'opening' | 'idle' | 'sending' | Hindrance;
  /** Why the last attempt failed, while it is not yet made good. */
  trouble: ApiError | null;
  /** How many of all these live in this page alone. */
  nLoose: number;
}>;

type Options = Readonly<{
  username: string;
  campaignId: number;
  store: SubmissionStore;
  tabs: Tabs;
  send: (pending: PendingSubmission) => Promise<Submitted>;
  onSent: (pending: PendingSubmission, reply: Submitted) => void;
  /** With the code of the rejection: it may concern more than this submission. */
  onRejected: (pending: PendingSubmission, code: string | null) => void;
  onChange: () => void;
}>;

function hindranceOf(error: unknown): Hindrance | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'other_account') return 'other-account';
  if (isSignedOut(error)) return 'signed-out';
  return isPassing(error) ? 'retrying' : null;
}

type Refusal = Extract<News, { kind: 'refused' }>;

/** The answer that counts instead of one that was set aside. */
const standingIn = (error: unknown): Standing | undefined =>
  error instanceof ApiError && error.code === 'another_answer_stands'
    ? (error.more.standing as Standing | undefined)
    : undefined;

/** A server that fails on one submission may well take the others. */
const isOfThisOne = (error: unknown): boolean => error instanceof ApiError && error.status === 500;

const without = (submissions: readonly PendingSubmission[], key: string): PendingSubmission[] =>
  submissions.filter((pending) => pending.key !== key);

/**
 * Sends submissions one after another, in order, one tab at a time. What fails in passing is sent again,
 * ever more patiently; what the server rejects is set aside with the reason and blocks nothing.
 * They stay stored until the server has them, so that they outlive the page.
 */
export class Outbox {
  readonly #options: Options;
  #state: OutboxState = { waiting: [], rejected: [], phase: 'opening', trouble: null, nLoose: 0 };
  #failures = 0;
  #isRestored = false;
  #isAtWork = false;
  /** Whether there was more to do since the work began. */
  #isWanted = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  get state(): OutboxState {
    return this.#state;
  }

  /**
   * Takes up what earlier pages left; nothing is sent before. What the server rejected is sent once
   * more: by now it may be taken, or another answer stands.
   */
  async restore(): Promise<void> {
    await this.#reread();
    const { rejected } = this.#state;
    rejected.forEach(({ pending }) => void this.#options.store.change(pending, null));
    rejected.forEach(({ pending: { key } }) =>
      this.#options.tabs.broadcast({ kind: 'resent', key }),
    );
    await this.#reread();
    this.#isRestored = true;
    this.#set({ phase: 'idle' });
  }

  add(pending: PendingSubmission): void {
    const stored = this.#options.store.put(pending);
    this.#options.tabs.broadcast({ kind: 'judged', letter: pending });
    this.#set({ waiting: [...this.#state.waiting, pending] });
    void stored.then(() => {
      this.#options.tabs.broadcast({ kind: 'stored' });
      this.#set({});
    });
    if (this.#state.phase === 'idle') void this.#sendAll();
  }

  /** Tries at once: the network is back, the person signed in again, or asks for it. */
  retryNow(): void {
    void this.#sendAll();
  }

  dismiss({ pending: { key } }: Rejected): void {
    void this.#options.store.remove(key);
    this.#options.tabs.broadcast({ kind: 'dropped', key });
    this.#drop(key);
  }

  /** Sends a rejected submission again, as when its campaign was paused. */
  resend({ pending }: Rejected): void {
    const { key } = pending;
    void this.#options.store.change(pending, null);
    this.#options.tabs.broadcast({ kind: 'resent', key });
    this.#takeUp(key);
    void this.#sendAll();
  }

  /** Repeats here what another tab did with a submission. */
  hear(news: News): void {
    if (news.kind === 'judged') {
      this.#set({ waiting: [...this.#state.waiting, news.letter] });
    } else if (news.kind === 'stored') {
      // Should the other tab close, this one sends it: once it gets the lock, or without locks, later.
      if (this.#options.tabs.areExclusive) void this.#sendAll();
      else this.#sendLater(LONGEST_WAIT_MS);
    } else if (news.kind === 'saved') {
      this.#set({ waiting: without(this.#state.waiting, news.key) });
    } else if (news.kind === 'refused') {
      this.#layAside(news);
    } else if (news.kind === 'resent') {
      this.#takeUp(news.key);
    } else {
      this.#drop(news.key);
    }
  }

  async #sendAll(): Promise<void> {
    this.#isWanted = this.#isAtWork;
    if (this.#isAtWork || !this.#isRestored) return;
    this.#isAtWork = true;
    clearTimeout(this.#timer);
    if (this.#state.phase === 'idle' && this.#state.waiting.length > 0)
      this.#set({ phase: 'sending' });
    const sending = this.#options.tabs.exclusively(() => this.#sendPending());
    const hindrance = await sending.catch((): Hindrance => 'retrying');
    this.#isAtWork = false;
    if (hindrance !== null) {
      this.#set({ phase: hindrance });
      this.#failures += 1;
      this.#sendLater(
        hindrance === 'retrying'
          ? waitBefore(this.#failures, this.#state.trouble)
          : LONGEST_WAIT_MS,
      );
    } else if (this.#isWanted || this.#state.waiting.length > 0) await this.#sendAll();
    else this.#set({ phase: 'idle', trouble: null });
  }

  #sendLater(afterMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#sendAll(), afterMs);
  }

  /** Sends all there is, as long as nothing hinders it. */
  async #sendPending(): Promise<Hindrance | null> {
    await this.#reread();
    const broken = new Set<string>();
    const next = (): PendingSubmission | undefined =>
      this.#state.waiting.find(({ card }) => !broken.has(card.key));
    for (let pending = next(); pending !== undefined; pending = next()) {
      const outcome = await this.#options.send(pending).then(
        (reply) => ({ reply }),
        (error: unknown) => ({ error }),
      );
      if ('reply' in outcome) this.#deliver(pending, outcome.reply);
      else {
        const hindrance = this.#fail(pending, outcome.error);
        if (isOfThisOne(outcome.error)) broken.add(pending.card.key);
        else if (hindrance !== null) return hindrance;
      }
    }
    await this.#options.store.settled();
    return broken.size > 0 ? 'retrying' : null;
  }

  /** What keeps the submission pending; what the server rejects is set aside. */
  #fail(pending: PendingSubmission, error: unknown): Hindrance | null {
    const hindrance = hindranceOf(error);
    if (hindrance === null) this.#reject(pending, error);
    else this.#set({ trouble: asApiError(error) });
    return hindrance;
  }

  #deliver(pending: PendingSubmission, reply: Submitted): void {
    const { store, tabs, onSent } = this.#options;
    this.#failures = 0;
    void store.remove(pending.key);
    const waiting = without(this.#state.waiting, pending.key);
    this.#set({ waiting, phase: 'sending', trouble: null });
    tabs.broadcast({ kind: 'saved', key: pending.key, reply });
    onSent(pending, reply);
  }

  #reject(pending: PendingSubmission, error: unknown): void {
    const { store, tabs } = this.#options;
    const { key } = pending;
    const detail = sentence(error);
    const code = error instanceof ApiError ? error.code : null;
    const standing = standingIn(error);
    void store.change(withStanding(pending, standing), detail);
    this.#state.waiting
      .filter((one) => follows(one, pending, standing))
      .forEach((one) => void store.change(passingOver(one, pending), null));
    const news = { kind: 'refused', key, detail, code, standing } as const;
    tabs.broadcast(news);
    this.#layAside(news);
  }

  #layAside({ key, detail, code, standing }: Refusal): void {
    const found = this.#state.waiting.find((one) => one.key === key);
    if (found === undefined) return;
    const pending = withStanding(found, standing);
    const waiting = without(this.#state.waiting, key).map((one) =>
      follows(one, found, standing) ? passingOver(one, found) : one,
    );
    // Of several answers from here to one passage the last is the one to choose or not.
    if (standing !== undefined) this.#dismissAllOn(pending.card.key);
    this.#set({ waiting, rejected: [...this.#state.rejected, { pending, detail }] });
    // A later verdict on the same passage is still on its way, and counts.
    const hasLater = waiting.some(({ card }) => card.key === pending.card.key);
    if (!hasLater) this.#options.onRejected(pending, code);
  }

  #dismissAllOn(cardKey: string): void {
    this.#state.rejected
      .filter(({ pending }) => pending.card.key === cardKey)
      .forEach((one) => this.dismiss(one));
  }

  #takeUp(key: string): void {
    const rejected = this.#state.rejected.find(({ pending }) => pending.key === key);
    if (rejected === undefined) return;
    this.#drop(key);
    this.#set({ waiting: [...this.#state.waiting, rejected.pending] });
  }

  #drop(key: string): void {
    this.#set({ rejected: this.#state.rejected.filter(({ pending }) => pending.key !== key) });
  }

  /** What lies in the store is what there is: other tabs may have sent some of it, or be gone. */
  async #reread(): Promise<void> {
    const { store, username, campaignId } = this.#options;
    await store.settled();
    const kept = await store.list(username, campaignId);
    this.#set({
      waiting: kept.flatMap(({ pending, rejection }) => (rejection === null ? [pending] : [])),
      rejected: kept.flatMap(({ pending, rejection: detail }) =>
        detail === null ? [] : [{ pending, detail }],
      ),
    });
  }

  #set(change: Partial<OutboxState>): void {
    const state = { ...this.#state, ...change };
    const keys = [...state.waiting, ...state.rejected.map(({ pending }) => pending)].map(
      ({ key }) => key,
    );
    this.#state = { ...state, nLoose: this.#options.store.nLoose(keys) };
    this.#options.onChange();
  }
}
