import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { Kept, Letter, Pile } from '@/features/judging/letters';

type Row = Kept & Pick<Letter, 'key' | 'username' | 'campaignId'> & Readonly<{ number: number }>;

interface Schema extends DBSchema {
  letters: {
    key: string;
    value: Row;
    indexes: { number: number; desk: [string, number] };
  };
}

type Database = IDBPDatabase<Schema>;

const OPEN_WITHIN_MS = 3_000;

function openLetters(): Promise<Database> {
  const opened = openDB<Schema>('regrade', 1, {
    upgrade(database) {
      const letters = database.createObjectStore('letters', { keyPath: 'key' });
      letters.createIndex('number', 'number');
      letters.createIndex('desk', ['username', 'campaignId']);
    },
    // A newer page is not to wait for this one.
    blocking: (_from, _to, { target }) => (target as IDBDatabase).close(),
  });
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The database did not open.')), OPEN_WITHIN_MS);
  });
  return Promise.race([opened, tooLate]);
}

/** Numbers count up in the database itself, so that no clock and no tab can change the order. */
async function write(database: Database, letter: Letter): Promise<void> {
  const writing = database.transaction('letters', 'readwrite', { durability: 'strict' });
  const last = await writing.store.index('number').openKeyCursor(null, 'prev');
  const { key, username, campaignId } = letter;
  const number = (last?.key ?? 0) + 1;
  await writing.store.add({ key, username, campaignId, number, letter, refusal: null });
  await writing.done;
}

async function note(database: Database, key: string, refusal: string | null): Promise<void> {
  const writing = database.transaction('letters', 'readwrite');
  const row = await writing.store.get(key);
  if (row !== undefined) await writing.store.put({ ...row, refusal });
  await writing.done;
}

/**
 * Where letters lie until they are sent: in the browser's database, which outlives the page. Letters
 * that it does not take, as in some private windows, are loose: they live as long as this page. No
 * method fails.
 */
export class LetterBox {
  readonly #open: () => Promise<Database>;
  #database: Promise<Database> | null = null;
  /** By key; those on their way into the database are loose until they are there. */
  readonly #loose = new Map<string, Kept>();
  /** Keys of those that never came there. */
  readonly #stranded = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(open: () => Promise<Database> = openLetters) {
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
    return this.#track((database) => database.delete('letters', key));
  }

  /** When all that was begun is done. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** The letters of one account for one campaign, in the order in which they were written. */
  async list(username: string, campaignId: number): Promise<Kept[]> {
    const stored = await this.#read(async (database) => {
      const rows = await database.getAllFromIndex('letters', 'desk', [username, campaignId]);
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
    const desks = await this.#read(async (database) => {
      const rows = await database.getAll('letters');
      return rows.map(({ username, campaignId }) => ({ username, campaignId }));
    });
    const piles = new Map<string, Pile>();
    desks.forEach((desk) => {
      const name = `${desk.campaignId}/${desk.username}`;
      piles.set(name, { ...desk, n: (piles.get(name)?.n ?? 0) + 1 });
    });
    return [...piles.values()];
  }

  #read<Item>(read: (database: Database) => Promise<Item[]>): Promise<Item[]> {
    return this.#withDatabase(read).catch(() => []);
  }

  #track(
    work: (database: Database) => Promise<void>,
    onFailure: () => unknown = () => undefined,
  ): Promise<void> {
    const tracked = this.#withDatabase(work)
      .catch(() => void onFailure())
      .finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
    return tracked;
  }

  /** A connection that the browser has closed, as after a long sleep, is opened once more. */
  async #withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = await this.#connected();
    try {
      return await work(database);
    } catch {
      this.#database = null;
      return work(await this.#connected());
    }
  }

  #connected(): Promise<Database> {
    this.#database ??= this.#open();
    return this.#database;
  }
}

/** The box of this page. */
export const pageBox = new LetterBox();
