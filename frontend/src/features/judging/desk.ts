import { asApiError } from '@/shared/errors';
import type { ApiError } from '@/shared/errors';
import type { Claimed, Empty, OwnJudgment, Progress, Submission, Submitted } from '@/api/types';
import * as decks from '@/features/judging/deck';
import type { Card, Deck, Verdict } from '@/features/judging/deck';
import { Outbox } from '@/features/judging/outbox';
import type { OutboxState, Refused } from '@/features/judging/outbox';
import type { Stayed } from '@/features/judging/stay';
import { newUuid } from '@/features/judging/uuid';

/** How many passages an assessor holds at once, the one at hand among them. */
const HOLD = 5;
const ASK_AGAIN_MS = 3_000;

/** One verdict on its way to the server. */
export type Letter = Readonly<{
  card: Card;
  verdict: Verdict;
  /** The verdict that stands until this one is saved; null for a first one. */
  before: Verdict | null;
  submission: Submission;
}>;

/** The server, as far as a desk needs it. */
export type Transport = Readonly<{
  claim: (n: number) => Promise<Claimed>;
  submit: (submission: Submission) => Promise<Submitted>;
  listOwn: () => Promise<OwnJudgment[]>;
}>;

/** What the server last said about the work. */
export type Word = Readonly<{
  progress: Progress;
  empty: Empty | null;
  leasedUntil: string | null;
  /** What there is to say of the judgment that was saved last. */
  sentence: string | null;
}>;

export type DeskState = Readonly<{
  deck: Deck;
  outbox: OutboxState<Letter>;
  word: Word | null;
  isAsking: boolean;
  /** Why no passages came, when they were asked for in vain. */
  supplyTrouble: ApiError | null;
}>;

type Supply = Pick<Claimed, 'assignments' | 'empty' | 'progress'>;

/**
 * One assessor's work on one campaign: what lies open, and what is on its way to the server. The
 * next passage is shown at once; saving goes on behind it and outlives the page's components.
 */
export class Desk {
  readonly #transport: Transport;
  readonly #outbox: Outbox<Letter, Submitted>;
  readonly #listeners = new Set<() => void>();
  #state: DeskState;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.#outbox = new Outbox({
      send: (letter) => transport.submit(letter.submission),
      onSent: ({ card }, reply) => this.#settle(card, reply),
      onRefused: ({ card, before }) =>
        this.#set({ deck: decks.takeBack(this.#state.deck, card.key, before) }),
      onChange: () => this.#set({ outbox: this.#outbox.state }),
    });
    this.#state = {
      deck: decks.emptyDeck,
      outbox: this.#outbox.state,
      word: null,
      isAsking: false,
      supplyTrouble: null,
    };
  }

  readonly getState = (): DeskState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks for passages and for the judgments of earlier sessions. */
  async start(): Promise<void> {
    const asked = this.refill();
    const earlier = await this.#transport.listOwn().catch(() => []);
    this.#set({ deck: decks.remember(this.#state.deck, earlier) });
    await asked;
  }

  /** Asks for passages; what is held already comes back first, with its lease renewed. */
  async refill(): Promise<void> {
    if (this.#state.isAsking) return;
    this.#set({ isAsking: true });
    try {
      const claimed = await this.#transport.claim(HOLD);
      this.#set({ isAsking: false, supplyTrouble: null });
      this.#take(claimed);
    } catch (error) {
      this.#set({ isAsking: false, supplyTrouble: asApiError(error) });
    }
  }

  /** Puts a verdict on `card`, provided that it is still the one before the reader's eyes. */
  judge(card: Card, verdict: Verdict, stayed: Stayed): void {
    if (decks.shown(this.#state.deck)?.key !== card.key) return;
    const before = decks.reopened(this.#state.deck)?.verdict ?? null;
    this.#set({ deck: decks.judge(this.#state.deck, verdict) });
    const submission: Submission = {
      ticket: card.ticket,
      grade: verdict.grade,
      // One of the codes that the server offers for this campaign.
      reason_not_judged: verdict.reason as Submission['reason_not_judged'],
      spans: verdict.spans.map(([start, end]) => [start, end]),
      ...stayed,
      note: verdict.remarks?.note ?? '',
      confidence: verdict.remarks?.confidence ?? null,
      client_key: newUuid(),
      claim: HOLD,
    };
    this.#outbox.add({ card, verdict, before, submission });
  }

  readonly stepBack = (): void => this.#set({ deck: decks.stepBack(this.#state.deck) });

  readonly stepForward = (): void => this.#set({ deck: decks.stepForward(this.#state.deck) });

  readonly returnToHand = (): void => this.#set({ deck: decks.returnToHand(this.#state.deck) });

  /** After the network or the session came back. */
  readonly retryNow = (): void => {
    this.#outbox.retryNow();
    if (this.#needsPassages()) void this.refill();
  };

  readonly dismiss = (refused: Refused<Letter>): void => this.#outbox.dismiss(refused);

  /** Opens the passage of a refused verdict again, so that it can be judged anew. */
  readonly reopen = (refused: Refused<Letter>): void => {
    this.#outbox.dismiss(refused);
    this.#set({ deck: decks.layOpen(this.#state.deck, refused.item.card) });
  };

  /** Opens an own judgment of the history; one that is still on its way stays as it was given. */
  readonly openAgain = (one: OwnJudgment): void => {
    const { deck, outbox } = this.#state;
    const sent = outbox.waiting.find(({ card }) => card.key === one.key);
    this.#set({
      deck: sent === undefined ? decks.openAgain(deck, one) : decks.layOpen(deck, sent.card),
    });
  };

  #settle({ key }: Card, { feedback, judgment, ...supply }: Submitted): void {
    if (feedback !== null) this.#set({ deck: decks.explain(this.#state.deck, key, feedback) });
    this.#take(supply, judgment.sentence);
  }

  /** What was said of the last judgment stands until another one is saved. */
  #take(
    { assignments, empty, progress }: Supply,
    sentence: string | null = this.#state.word?.sentence ?? null,
  ): void {
    const [first] = assignments;
    this.#set({
      deck: decks.receive(this.#state.deck, assignments),
      word: {
        progress,
        empty,
        leasedUntil: first?.leased_until ?? null,
        sentence,
      },
    });
    if (empty === null && this.#needsPassages()) {
      setTimeout(() => void this.refill(), ASK_AGAIN_MS);
    }
  }

  #needsPassages(): boolean {
    const { deck, outbox } = this.#state;
    return deck.upcoming.length === 0 && outbox.waiting.length === 0;
  }

  #set(change: Partial<DeskState>): void {
    this.#state = { ...this.#state, ...change };
    this.#listeners.forEach((listener) => listener());
  }
}
