import {
  allRows,
  erase,
  note,
  openLetters,
  rowsOf,
  write,
} from '@/features/judging/outbox/letterTable';
import type { Kept, Letter, Pile } from '@/features/judging/outbox/letters';

/** A database that would not open may do so later, as when the disk was busy. */
const OPEN_AGAIN_MS = 30_000;

/**
 * Where letters lie until they are sent: in the browser's database, which outlives the page. Letters
 * that it does not take, as in some private windows, are loose: they live as long as this page. No
 * method fails.
 */
export class LetterBox {
  readonly #open: () => Promise<IDBDatabase>;
  #database: Promise<IDBDatabase> | null = null;
  /** By key; those on their way into the database are loose until they are there. */
  readonly #loose = new Map<string, Kept>();
  /** Keys of those that never came there. */
  readonly #stranded = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(open: () => Promise<IDBDatabase> = openLetters) {
    this.#open = open;
  }

  /** How many of these would be lost with the page. */
  nLoose(keys: readonly string[]): number {
    return keys.filter((key) => this.#stranded.has(key)).length;
  }

  /** Keeps the letter; at once in this page, and in the database when the promise is kept. */
  put(letter: Letter): Promise<void> {
    this.#loose.set(letter.key, { letter, refusal: null });
    return this.#track(
      async (database) => {
        await write(database, letter);
        this.#loose.delete(letter.key);
      },
      () => this.#stranded.add(letter.key),
    );
  }

  /** Notes why the server refused it, or that it is to be sent again. */
  refuse(key: string, refusal: string | null): Promise<void> {
    const loose = this.#loose.get(key);
    if (loose !== undefined) this.#loose.set(key, { ...loose, refusal });
    return this.#track((database) => note(database, key, refusal));
  }

  remove(key: string): Promise<void> {
    this.#loose.delete(key);
    return this.#track((database) => erase(database, key));
  }

  /** When all that was begun is done. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** The letters of one account for one campaign, in the order in which they were written. */
  async list(username: string, campaignId: number): Promise<Kept[]> {
    const stored = await this.#read(async (database) => {
      const rows = await rowsOf(database, [username, campaignId]);
      rows.sort((one, other) => one.number - other.number);
      return rows.map(({ letter, refusal }) => ({ letter, refusal }));
    });
    const known = new Set(stored.map(({ letter }) => letter.key));
    const loose = [...this.#loose.values()].filter(
      ({ letter }) =>
        letter.username === username && letter.campaignId === campaignId && !known.has(letter.key),
    );
    return [...stored, ...loose];
  }

  /** What lies here, of whomever. */
  async piles(): Promise<Pile[]> {
    const piles = new Map<string, Pile>();
    (await this.#read(allRows)).forEach(({ username, campaignId, refusal }) => {
      const name = `${campaignId}/${username}`;
      const { n, nRefused } = piles.get(name) ?? { n: 0, nRefused: 0 };
      const isRefused = Number(refusal !== null);
      piles.set(name, { username, campaignId, n: n + 1, nRefused: nRefused + isRefused });
    });
    return [...piles.values()];
  }

  #read<Item>(read: (database: IDBDatabase) => Promise<Item[]>): Promise<Item[]> {
    return this.#withDatabase(read).catch(() => []);
  }

  #track(
    work: (database: IDBDatabase) => Promise<void>,
    onFailure: () => unknown = () => undefined,
  ): Promise<void> {
    const tracked = this.#withDatabase(work)
      .catch(() => void onFailure())
      .finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
    return tracked;
  }

  /** A connection that the browser has closed, as after a long sleep, is opened once more. */
  async #withDatabase<Result>(work: (database: IDBDatabase) => Promise<Result>): Promise<Result> {
    const database = await this.#connected();
    try {
      return await work(database);
    } catch {
      this.#database = null;
      return work(await this.#connected());
    }
  }

  #connected(): Promise<IDBDatabase> {
    this.#database ??= this.#open().catch((error: unknown) => {
      setTimeout(() => (this.#database = null), OPEN_AGAIN_MS);
      throw error;
    });
    return this.#database;
  }
}

/** The box of this page. */
export const pageBox = new LetterBox();
