import { ApiError, isPassing, isSignedOut, sentence } from '@/shared/errors';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

export type Refused<Item> = Readonly<{ item: Item; detail: string }>;

export type OutboxState<Item> = Readonly<{
  /** In the order they are sent; the first may be on its way. */
  waiting: readonly Item[];
  refused: readonly Refused<Item>[];
  phase: 'idle' | 'sending' | 'retrying' | 'signed-out';
  /** Why the last attempt failed, while it is not yet made good. */
  trouble: string | null;
}>;

type Options<Item, Reply> = Readonly<{
  send: (item: Item) => Promise<Reply>;
  onSent: (item: Item, reply: Reply) => void;
  onRefused: (item: Item) => void;
  onChange: () => void;
}>;

const waitBefore = (attempt: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS);

/**
 * Sends items one after another, in order. What fails in passing is sent again, ever more patiently;
 * what the server refuses is laid aside with the reason and holds nothing up.
 */
export class Outbox<Item, Reply> {
  readonly #options: Options<Item, Reply>;
  #state: OutboxState<Item> = { waiting: [], refused: [], phase: 'idle', trouble: null };
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options<Item, Reply>) {
    this.#options = options;
  }

  get state(): OutboxState<Item> {
    return this.#state;
  }

  add(item: Item): void {
    this.#set({ waiting: [...this.#state.waiting, item] });
    if (this.#state.phase === 'idle') void this.#sendAll();
  }

  /** Tries again at once: the network is back, the person signed in again, or asks for it. */
  retryNow(): void {
    if (this.#state.phase !== 'retrying' && this.#state.phase !== 'signed-out') return;
    clearTimeout(this.#timer);
    void this.#sendAll();
  }

  dismiss(refused: Refused<Item>): void {
    this.#set({ refused: this.#state.refused.filter((other) => other !== refused) });
  }

  async #sendAll(): Promise<void> {
    for (let item = this.#state.waiting[0]; item !== undefined; item = this.#state.waiting[0]) {
      this.#set({ phase: 'sending' });
      const outcome = await this.#options.send(item).then(
        (reply) => ({ reply }),
        (error: unknown) => ({ error }),
      );
      if ('reply' in outcome) this.#deliver(item, outcome.reply);
      else if (this.#mayPass(outcome.error)) return;
      else this.#refuse(item, outcome.error);
    }
    this.#set({ phase: 'idle', trouble: null });
  }

  #deliver(item: Item, reply: Reply): void {
    this.#failures = 0;
    this.#set({ waiting: this.#state.waiting.slice(1), trouble: null });
    this.#options.onSent(item, reply);
  }

  #refuse(item: Item, error: unknown): void {
    const refused = [...this.#state.refused, { item, detail: sentence(error) }];
    this.#set({ waiting: this.#state.waiting.slice(1), refused });
    this.#options.onRefused(item);
  }

  /** Whether the item stays first in line, for a later attempt or until the person signs in. */
  #mayPass(error: unknown): boolean {
    if (!(error instanceof ApiError)) return false;
    if (isSignedOut(error)) {
      this.#set({ phase: 'signed-out', trouble: error.detail });
      return true;
    }
    if (!isPassing(error)) return false;
    this.#failures += 1;
    this.#timer = setTimeout(() => void this.#sendAll(), waitBefore(this.#failures));
    this.#set({ phase: 'retrying', trouble: error.detail });
    return true;
  }

  #set(change: Partial<OutboxState<Item>>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onChange();
  }
}
