import { asApiError, isPassing } from '@/shared/requests/errors';
import type { Claimed, Empty, Found, OwnJudgment, Submitted } from '@/api/types';
import * as decks from '@/features/judging/pair/deck';
import type { Card, Deck, Verdict } from '@/features/judging/pair/deck';
import type {
  PendingSubmission,
  Rejected,
  Standing,
} from '@/features/judging/outbox/pendingSubmissions';
import { Outbox } from '@/features/judging/outbox/outbox';
import { waitBefore } from '@/features/judging/outbox/patience';
import type { Stayed } from '@/features/judging/visit/stay';
import { chosenOver, pendingOf } from '@/features/judging/desk/submissions';
import { isolated } from '@/features/judging/desk/environment';
import type { Environment, Transport } from '@/features/judging/desk/environment';
import type { News } from '@/features/judging/outbox/tabs';
import type { DeskState } from '@/features/judging/desk/deskState';
import { newUuid } from '@/features/judging/visit/uuid';

/** How many passages an assessor holds at once, the current one included. */
const HOLD = 15;
/** Claims more when fewer are left: once there were so many, ten can be judged without a network. */
const ENOUGH = 11;
const ASK_AGAIN_MS = 3_000;
/** A server that takes longer has others to serve first. */
const QUICK_MS = 250;
/** Codes of rejections that concern every further answer, not this one alone. */
const TAKES_NOTHING = new Set([
  'campaign_not_open',
  'member_withdrawn',
  'member_paused',
  'member_adjudicates',
]);

type Supply = Pick<Claimed, 'assignments' | 'empty' | 'progress'> & Partial<Claimed>;

/**
 * One assessor's work on one campaign: what lies open, and what is on its way to the server. The
 * next passage is shown at once; saving goes on behind it and outlives the page.
 */
export class Desk {
  readonly #transport: Transport;
  readonly #environment: Environment;
  readonly #outbox: Outbox;
  readonly #listeners = new Set<() => void>();
  #state: DeskState;
  #nFailedClaims = 0;
  #claiming: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(transport: Transport, environment: Environment = isolated()) {
    this.#transport = transport;
    this.#environment = environment;
    this.#outbox = new Outbox({
      ...environment,
      send: (pending) => transport.submit({ ...pending.submission, claim: this.#nWanted() }),
      onSent: ({ card }, reply) => this.#settle(card, reply),
      onRejected: (pending, code) => this.#giveBack(pending, code),
      onChange: () => this.#set({ outbox: this.#outbox.state }),
    });
    this.#state = {
      deck: decks.emptyDeck,
      outbox: this.#outbox.state,
      workStatus: null,
      isAsking: false,
      mayHoldMore: false,
      supplyTrouble: null,
      wasJudgedElsewhere: false,
    };
    environment.tabs.listen(this.#hear);
  }

  readonly getState = (): DeskState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes up what waits from earlier pages; asks for passages and for earlier judgments. */
  async start(): Promise<void> {
    await this.#outbox.restore();
    const { waiting } = this.#outbox.state;
    this.#set({ deck: waiting.reduce(this.#withPending, this.#state.deck) });
    this.#outbox.retryNow();
    await this.refill();
    await this.#rememberEarlier();
  }

  /** Behind the first passages: where many begin at once, those are what people wait for. */
  async #rememberEarlier(): Promise<void> {
    const progress = this.#state.workStatus?.progress;
    if (progress?.n_judged === 0 && progress.n_not_judged === 0) return;
    const earlier = await this.#transport.listOwn().catch(() => []);
    this.#set({ deck: decks.remember(this.#state.deck, earlier) });
  }

  /** Asks for passages, if that is not under way; those leased already come first. */
  refill(): Promise<void> {
    const began = performance.now();
    this.#claiming ??= this.#claim().then(() => {
      this.#claiming = null;
      if (this.#state.mayHoldMore && performance.now() - began < QUICK_MS) void this.refill();
    });
    return this.#claiming;
  }

  async #claim(): Promise<void> {
    this.#set({ isAsking: true });
    try {
      const claimed = await this.#transport.claim(HOLD);
      const before = this.#state.deck;
      this.#set({ isAsking: false });
      this.#take(claimed);
      this.#askForMore(before, claimed.empty);
    } catch (error) {
      const supplyTrouble = asApiError(error);
      this.#set({ isAsking: false, supplyTrouble });
      if (isPassing(supplyTrouble)) this.#askLater();
    }
  }

  #askLater(): void {
    this.#nFailedClaims += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => void (this.#state.supplyTrouble && this.refill()),
      waitBefore(this.#nFailedClaims, this.#state.supplyTrouble),
    );
  }

  /**
   * Puts a verdict on `card`, provided that it is still the one before the reader's eyes; by which
   * version of the guideline, 0 for none.
   */
  judge(card: Card, verdict: Verdict, stayed: Stayed, guideline: number): void {
    if (decks.shown(this.#state.deck)?.key !== card.key) return;
    const before = decks.reopened(this.#state.deck)?.verdict ?? null;
    const given = { card, verdict, before, stayed, guideline };
    const pending = pendingOf(this.#environment, given, newUuid());
    this.#set({ deck: decks.judge(this.#state.deck, pending.verdict), wasJudgedElsewhere: false });
    this.#outbox.add(pending);
    this.#forgetRejected(card);
  }

  /** Sent again, an earlier verdict on the same passage would replace this one. */
  #forgetRejected({ key }: Card): void {
    this.#state.outbox.rejected
      .filter(({ pending }) => pending.card.key === key)
      .forEach(this.dismiss);
  }

  readonly stepBack = (): void => this.#set({ deck: decks.stepBack(this.#state.deck) });

  readonly stepForward = (): void => this.#set({ deck: decks.stepForward(this.#state.deck) });

  readonly returnToHand = (): void => this.#set({ deck: decks.returnToHand(this.#state.deck) });

  /** After the network or the session came back. */
  readonly retryNow = (): void => {
    this.#outbox.retryNow();
    if (this.#state.supplyTrouble !== null || this.#isDry()) void this.refill();
  };

  readonly dismiss = (rejected: Rejected): void => this.#outbox.dismiss(rejected);

  /** Sends rejected verdicts once more, as they are. */
  readonly resend = (rejected: readonly Rejected[]): void =>
    rejected.forEach((one) => {
      this.#set({ deck: this.#withPending(this.#state.deck, one.pending) });
      this.#outbox.resend(one);
    });

  /** Lets one of two answers hold: that which was set aside, or the one that stands. */
  readonly prefer = (verdict: Verdict, rejected: Rejected, standing: Standing): void => {
    const chosen = chosenOver(rejected.pending, standing, verdict, newUuid());
    this.#outbox.dismiss(rejected);
    this.#set({ deck: this.#withPending(this.#state.deck, chosen) });
    this.#outbox.add(chosen);
  };

  /**
   * Opens the passage of a rejected verdict again, so that it can be judged anew. Of two answers it
   * is still asked which holds.
   */
  readonly reopen = (rejected: Rejected): void => {
    if (rejected.pending.standing === undefined) this.#outbox.dismiss(rejected);
    this.#set({ deck: decks.layOpen(this.#state.deck, rejected.pending.card) });
  };

  /** Opens an own judgment of the history; one that is still on its way stays as it was given. */
  readonly openAgain = (judgment: OwnJudgment): void => {
    const { deck, outbox } = this.#state;
    const sent = outbox.waiting.find(({ card }) => card.key === judgment.key);
    this.#set({
      deck: sent === undefined ? decks.openAgain(deck, judgment) : decks.layOpen(deck, sent.card),
    });
  };

  /** Opens a passage that was found: as it was served, or the own judgment of it. */
  readonly openFound = ({ judged, ...supply }: Found): void => {
    this.#take(supply);
    if (judged !== null) this.openAgain(judged);
    else this.#set({ deck: decks.openFirst(this.#state.deck, supply.assignments) });
  };

  readonly #withPending = (deck: Deck, { card, verdict, key }: PendingSubmission): Deck =>
    decks.judgeElsewhere(deck, card, { ...verdict, answer: key });

  readonly #hear = (news: News): void => {
    this.#outbox.hear(news);
    if (news.kind === 'judged') this.#judgedElsewhere(news.letter);
    else if (news.kind === 'saved') {
      // What was served to the other tab is this tab's too.
      const { assignments, empty, progress, newest } = news.reply;
      this.#take({ assignments, empty, progress, newest });
    }
  };

  /** The same passage lies open in every tab of an assessor, until it is judged in one. */
  #judgedElsewhere(pending: PendingSubmission): void {
    const before = decks.shown(this.#state.deck);
    const deck = this.#withPending(this.#state.deck, pending);
    const hasMoved = before !== undefined && decks.shown(deck)?.key !== before.key;
    this.#set({ deck, wasJudgedElsewhere: hasMoved || this.#state.wasJudgedElsewhere });
  }

  /** Undoes a rejected verdict, or shows the one that stands instead. Where the campaign takes nothing more, asks the server at once. */
  #giveBack({ card, before, standing }: PendingSubmission, code: string | null): void {
    this.#set({ deck: decks.giveBack(this.#state.deck, card, before, standing) });
    const { length } = this.#state.deck.upcoming;
    if (length < ENOUGH || TAKES_NOTHING.has(code ?? '')) void this.refill();
  }

  /** The last pending submission also claims passages, if they run low. */
  #nWanted(): number {
    const { deck, outbox } = this.#state;
    return deck.upcoming.length < ENOUGH && outbox.waiting.length <= 1 ? HOLD : 0;
  }

  #settle({ key }: Card, { feedback, judgment, ...supply }: Submitted): void {
    if (feedback !== null) this.#set({ deck: decks.explain(this.#state.deck, key, feedback) });
    const before = this.#state.deck;
    this.#take(supply, judgment.sentence);
    this.#askForMore(before, supply.empty);
  }

  /** The sentence about the last judgment stays until another one is saved. */
  #take(
    { assignments, empty, progress, newest }: Supply,
    sentence: string | null = this.#state.workStatus?.sentence ?? null,
  ): void {
    const { deck, workStatus: before } = this.#state;
    this.#nFailedClaims = 0;
    const found = { progress, newest: newest ?? before?.newest, sentence };
    if (assignments.length > 0 || empty !== null)
      this.#set({ deck: decks.receive(deck, assignments, empty), workStatus: { ...found, empty } });
    else this.#set({ workStatus: { ...found, empty: before?.empty ?? null } });
    this.#set({ supplyTrouble: null });
  }

  /** A claim leases only a few: one that brought something new is followed by others. */
  #askForMore(before: Deck, empty: Empty | null): void {
    const { upcoming } = this.#state.deck;
    const known = new Set(before.upcoming.map(({ key }) => key));
    const hasNew = upcoming.some(({ key }) => !known.has(key));
    this.#set({ mayHoldMore: hasNew && upcoming.length < HOLD });
    if (empty === null && this.#isDry())
      setTimeout(() => void (this.#isDry() && this.refill()), ASK_AGAIN_MS);
  }

  #isDry(): boolean {
    const { deck, outbox } = this.#state;
    return deck.upcoming.length === 0 && outbox.waiting.length === 0;
  }

  #set(change: Partial<DeskState>): void {
    this.#state = { ...this.#state, ...change };
    this.#listeners.forEach((listener) => listener());
  }
}
