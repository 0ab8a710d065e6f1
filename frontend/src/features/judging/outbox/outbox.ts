import { ApiError, asApiError, isPassing, isSignedOut, sentence } from '@/shared/errors';
import type { Submitted } from '@/api/types';
import type { LetterBox } from '@/features/judging/outbox/letterBox';
import type { Letter, Refused } from '@/features/judging/outbox/letters';
import { LONGEST_WAIT_MS, waitBefore } from '@/features/judging/outbox/patience';
import type { News, Tabs } from '@/features/judging/outbox/tabs';

/** Why sending has stopped for now: it was not reached, nobody is signed in, or somebody else is. */
type Hindrance = 'retrying' | 'signed-out' | 'other-account';

export type OutboxState = Readonly<{
  /** In the order they are sent; the first may be on its way. */
  waiting: readonly Letter[];
  refused: readonly Refused[];
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
  box: LetterBox;
  tabs: Tabs;
  send: (letter: Letter) => Promise<Submitted>;
  onSent: (letter: Letter, reply: Submitted) => void;
  /** With the code of the refusal: it may concern more than the letter. */
  onRefused: (letter: Letter, code: string | null) => void;
  onChange: () => void;
}>;

function hindranceOf(error: unknown): Hindrance | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'other_account') return 'other-account';
  if (isSignedOut(error)) return 'signed-out';
  return isPassing(error) ? 'retrying' : null;
}

/** A server that breaks on one letter may well take the others. */
const isOfThisLetter = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 500;

const without = (letters: readonly Letter[], key: string): Letter[] =>
  letters.filter((letter) => letter.key !== key);

/**
 * Sends letters one after another, in order, one tab at a time. What fails in passing is sent again,
 * ever more patiently; what the server refuses is laid aside with the reason and holds nothing up.
 * Letters stay in the box until the server has them, so that they outlive the page.
 */
export class Outbox {
  readonly #options: Options;
  #state: OutboxState = { waiting: [], refused: [], phase: 'opening', trouble: null, nLoose: 0 };
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

  /** Takes up what earlier pages left; nothing is sent before. */
  async restore(): Promise<void> {
    await this.#reread();
    this.#isRestored = true;
    this.#set({ phase: 'idle' });
  }

  add(letter: Letter): void {
    const stored = this.#options.box.put(letter);
    this.#options.tabs.tell({ kind: 'judged', letter });
    this.#set({ waiting: [...this.#state.waiting, letter] });
    void stored.then(() => {
      this.#options.tabs.tell({ kind: 'stored' });
      this.#set({});
    });
    if (this.#state.phase === 'idle') void this.#sendAll();
  }

  /** Tries at once: the network is back, the person signed in again, or asks for it. */
  retryNow(): void {
    void this.#sendAll();
  }

  dismiss({ letter: { key } }: Refused): void {
    void this.#options.box.remove(key);
    this.#options.tabs.tell({ kind: 'dropped', key });
    this.#drop(key);
  }

  /** Sends a refused letter once more, as when its campaign was paused. */
  resend({ letter: { key } }: Refused): void {
    void this.#options.box.refuse(key, null);
    this.#options.tabs.tell({ kind: 'resent', key });
    this.#takeUp(key);
    void this.#sendAll();
  }

  /** What another tab did with a letter is done here too. */
  hear(news: News): void {
    if (news.kind === 'judged') {
      this.#set({ waiting: [...this.#state.waiting, news.letter] });
    } else if (news.kind === 'stored') {
      // Were the other tab to go, this one sends it: at its turn, or where there are none, later.
      if (this.#options.tabs.takeTurns) void this.#sendAll();
      else this.#sendLater(LONGEST_WAIT_MS);
    } else if (news.kind === 'saved') {
      this.#set({ waiting: without(this.#state.waiting, news.key) });
    } else if (news.kind === 'refused') {
      this.#layAside(news.key, news.detail, news.code);
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
    const turn = this.#options.tabs.inTurn(() => this.#sendInTurn());
    const hindrance = await turn.catch((): Hindrance => 'retrying');
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
  async #sendInTurn(): Promise<Hindrance | null> {
    await this.#reread();
    const broken = new Set<string>();
    const next = (): Letter | undefined =>
      this.#state.waiting.find(({ card }) => !broken.has(card.key));
    for (let letter = next(); letter !== undefined; letter = next()) {
      const outcome = await this.#options.send(letter).then(
        (reply) => ({ reply }),
        (error: unknown) => ({ error }),
      );
      if ('reply' in outcome) this.#deliver(letter, outcome.reply);
      else {
        const hindrance = this.#fail(letter, outcome.error);
        if (isOfThisLetter(outcome.error)) broken.add(letter.card.key);
        else if (hindrance !== null) return hindrance;
      }
    }
    await this.#options.box.settled();
    return broken.size > 0 ? 'retrying' : null;
  }

  /** What keeps the letter waiting; what the server refuses is laid aside. */
  #fail(letter: Letter, error: unknown): Hindrance | null {
    const hindrance = hindranceOf(error);
    if (hindrance === null) this.#refuse(letter, error);
    else this.#set({ trouble: asApiError(error) });
    return hindrance;
  }

  #deliver(letter: Letter, reply: Submitted): void {
    const { box, tabs, onSent } = this.#options;
    this.#failures = 0;
    void box.remove(letter.key);
    const waiting = without(this.#state.waiting, letter.key);
    this.#set({ waiting, phase: 'sending', trouble: null });
    tabs.tell({ kind: 'saved', key: letter.key, reply });
    onSent(letter, reply);
  }

  #refuse({ key }: Letter, error: unknown): void {
    const { box, tabs } = this.#options;
    const detail = sentence(error);
    const code = error instanceof ApiError ? error.code : null;
    void box.refuse(key, detail);
    tabs.tell({ kind: 'refused', key, detail, code });
    this.#layAside(key, detail, code);
  }

  #layAside(key: string, detail: string, code: string | null): void {
    const letter = this.#state.waiting.find((one) => one.key === key);
    if (letter === undefined) return;
    const waiting = without(this.#state.waiting, key);
    this.#set({ waiting, refused: [...this.#state.refused, { letter, detail }] });
    // A later verdict on the same passage is still on its way, and stands.
    const hasLater = waiting.some(({ card }) => card.key === letter.card.key);
    if (!hasLater) this.#options.onRefused(letter, code);
  }

  #takeUp(key: string): void {
    const refused = this.#state.refused.find(({ letter }) => letter.key === key);
    if (refused === undefined) return;
    this.#drop(key);
    this.#set({ waiting: [...this.#state.waiting, refused.letter] });
  }

  #drop(key: string): void {
    this.#set({ refused: this.#state.refused.filter(({ letter }) => letter.key !== key) });
  }

  /** What lies in the box is what there is: other tabs may have sent some of it, or be gone. */
  async #reread(): Promise<void> {
    const { box, username, campaignId } = this.#options;
    await box.settled();
    const kept = await box.list(username, campaignId);
    this.#set({
      waiting: kept.flatMap(({ letter, refusal }) => (refusal === null ? [letter] : [])),
      refused: kept.flatMap(({ letter, refusal: detail }) =>
        detail === null ? [] : [{ letter, detail }],
      ),
    });
  }

  #set(change: Partial<OutboxState>): void {
    const state = { ...this.#state, ...change };
    const keys = [...state.waiting, ...state.refused.map(({ letter }) => letter)].map(
      ({ key }) => key,
    );
    this.#state = { ...state, nLoose: this.#options.box.nLoose(keys) };
    this.#options.onChange();
  }
}
