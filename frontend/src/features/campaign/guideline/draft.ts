import type { DraftRequest, GuidelineDraft } from '@/api/types';
import { asApiError, isPassing } from '@/shared/requests/errors';
import type { ApiError } from '@/shared/requests/errors';

export type Text = Pick<GuidelineDraft, 'body' | 'examples'>;

/** `none`: there is no draft; `waiting`: what was written last is not on the server yet. */
export type Saving = 'none' | 'saved' | 'waiting';

type DraftView = Readonly<{ text: Text; saving: Saving; error: ApiError | null }>;

type Send = (body: DraftRequest) => Promise<GuidelineDraft>;

const PAUSE_MS = 700;
const RETRY_MS = 5_000;

/**
 * What is being written, kept on the server a moment after each change. One save is under way at a
 * time, what failed in passing is tried again, and what another window wrote is not written over.
 */
export class Draft {
  private view: DraftView;
  private fingerprint: string;
  private underWay: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly send: Send;

  constructor(send: Send, initial: GuidelineDraft) {
    this.send = send;
    this.fingerprint = initial.fingerprint;
    const { body, examples, fingerprint } = initial;
    const saving = fingerprint === '' ? 'none' : 'saved';
    this.view = { text: { body, examples }, saving, error: null };
  }

  readonly read = (): DraftView => this.view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly write = (change: Partial<Text>): void => {
    this.show({ text: { ...this.view.text, ...change }, saving: 'waiting' });
    this.later(PAUSE_MS);
  };

  /** Saves at once what still waits, as on leaving the page. */
  readonly flush = (): void => {
    clearTimeout(this.timer);
    void this.save();
  };

  /** The fingerprint of what is written, once all of it is saved. */
  readonly settled = async (): Promise<string> => {
    await this.asRead();
    await this.save();
    const { saving, error } = this.view;
    if (saving === 'waiting') throw error ?? new Error('The draft is not saved yet.');
    return this.fingerprint;
  };

  /** The fingerprint of what the server had last, once no save is under way. */
  readonly asRead = async (): Promise<string> => {
    clearTimeout(this.timer);
    await this.underWay;
    return this.fingerprint;
  };

  /** Saves what is there once more, so that it shows if another window has changed the draft. */
  readonly recheck = (): void => this.write({});

  /** Takes what the server has as it is: it was published, thrown away, or written elsewhere. */
  readonly settle = (fingerprint: string, { body, examples }: Text): void => {
    clearTimeout(this.timer);
    this.fingerprint = fingerprint;
    const saving = fingerprint === '' ? 'none' : 'saved';
    this.show({ text: { body, examples }, saving, error: null });
  };

  /** Saves this text, whatever another window has saved meanwhile. */
  readonly overwrite = async (fingerprint: string): Promise<void> => {
    this.fingerprint = fingerprint;
    await this.save();
  };

  private async save(): Promise<void> {
    if (this.view.saving !== 'waiting' || this.underWay !== null) return;
    this.underWay = this.saveOnce();
    await this.underWay;
  }

  private async saveOnce(): Promise<void> {
    const { text } = this.view;
    try {
      const kept = await this.send({
        body: text.body,
        examples: [...text.examples],
        before: this.fingerprint,
      });
      this.fingerprint = kept.fingerprint;
      if (this.view.text === text) this.show({ saving: 'saved', error: null });
      else this.later(PAUSE_MS);
    } catch (thrown) {
      const error = asApiError(thrown);
      this.show({ error });
      if (isPassing(error)) this.later(RETRY_MS);
    } finally {
      this.underWay = null;
    }
  }

  private later(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), ms);
  }

  private show(change: Partial<DraftView>): void {
    this.view = { ...this.view, ...change };
    this.listeners.forEach((listener) => listener());
  }
}
