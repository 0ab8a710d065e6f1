import type {
  Kept,
  PendingCount,
  PendingSubmission,
} from '@/features/judging/outbox/pendingSubmissions';

/** A pending submission in the browser's database, with the keys that find and order it. */
type Row = Pick<PendingSubmission, 'key' | 'username' | 'campaignId'> &
  Readonly<{ number: number; letter: PendingSubmission; refusal: string | null }>;

/**
 * The names that the database has had from the first release on: pages of any release read what
 * another one stored.
 */
const STORE = 'letters';

const OPEN_WITHIN_MS = 3_000;

const givenUp = (error: DOMException | null): Error =>
  error ?? new Error('The browser gave it up.');

const answered = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(givenUp(request.error));
  });

/** When all of it is in the database: no request that was answered is that yet. */
const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(givenUp(transaction.error));
  });

function lay(database: IDBDatabase): void {
  const submissions = database.createObjectStore(STORE, { keyPath: 'key' });
  submissions.createIndex('number', 'number');
  submissions.createIndex('desk', ['username', 'campaignId']);
}

export async function openSubmissions(): Promise<IDBDatabase> {
  const opening = indexedDB.open('regrade', 1);
  opening.onupgradeneeded = () => lay(opening.result);
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The database did not open.')), OPEN_WITHIN_MS);
  });
  const database = await Promise.race([answered(opening), tooLate]);
  // A newer page is not to wait for this one.
  database.onversionchange = () => database.close();
  return database;
}

/**
 * Numbers count up in the database itself, so that no clock and no tab can change the order. What is
 * written outlives tab and browser as soon as it is handed over; waiting for the disk as well would
 * keep the next ones in the page, which may be closed any moment.
 */
async function write(database: IDBDatabase, pending: PendingSubmission): Promise<void> {
  const writing = database.transaction(STORE, 'readwrite', { durability: 'relaxed' });
  const ended = done(writing);
  const submissions = writing.objectStore(STORE);
  submissions.index('number').openKeyCursor(null, 'prev').onsuccess = ({ target }) => {
    const { result: last } = target as IDBRequest<IDBCursor | null>;
    const { key, username, campaignId } = pending;
    const number = (last === null ? 0 : (last.key as number)) + 1;
    submissions.add({
      key,
      username,
      campaignId,
      number,
      letter: pending,
      refusal: null,
    } satisfies Row);
    writing.commit(); // from here on it is the browser's, and outlives the tab
  };
  await ended;
}

/** Writes one that is stored anew, in its place; one that is gone stays gone. */
async function rewrite(
  database: IDBDatabase,
  pending: PendingSubmission,
  rejection: string | null,
): Promise<void> {
  const writing = database.transaction(STORE, 'readwrite');
  const ended = done(writing);
  const submissions = writing.objectStore(STORE);
  submissions.get(pending.key).onsuccess = ({ target }) => {
    const { result: row } = target as IDBRequest<Row | undefined>;
    if (row === undefined) return;
    submissions.put({ ...row, letter: pending, refusal: rejection } satisfies Row);
  };
  await ended;
}

async function erase(database: IDBDatabase, key: string): Promise<void> {
  const writing = database.transaction(STORE, 'readwrite');
  const ended = done(writing);
  writing.objectStore(STORE).delete(key);
  await ended;
}

const table = (database: IDBDatabase): IDBObjectStore =>
  database.transaction(STORE).objectStore(STORE);

const rowsOf = (database: IDBDatabase, desk: [string, number]): Promise<Row[]> =>
  answered(table(database).index('desk').getAll(desk)) as Promise<Row[]>;

const allRows = (database: IDBDatabase): Promise<Row[]> =>
  answered(table(database).getAll()) as Promise<Row[]>;

/** A database that would not open may do so later, as when the disk was busy. */
const OPEN_AGAIN_MS = 30_000;

/**
 * Holds pending submissions until they are sent: in the browser's database, which outlives the page. Those
 * that it does not take, as in some private windows, are loose: they live as long as this page. No
 * method fails.
 */
export class SubmissionStore {
  readonly #open: () => Promise<IDBDatabase>;
  #database: Promise<IDBDatabase> | null = null;
  /** By key; those on their way into the database are loose until they are there. */
  readonly #loose = new Map<string, Kept>();
  /** Keys of those that never came there. */
  readonly #stranded = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(open: () => Promise<IDBDatabase> = openSubmissions) {
    this.#open = open;
  }

  /** How many of these would be lost with the page. */
  nLoose(keys: readonly string[]): number {
    return keys.filter((key) => this.#stranded.has(key)).length;
  }

  /** Stores a submission; at once in this page, and in the database when the promise is kept. */
  put(pending: PendingSubmission): Promise<void> {
    this.#loose.set(pending.key, { pending, rejection: null });
    return this.#track(
      async (database) => {
        await write(database, pending);
        this.#loose.delete(pending.key);
      },
      () => this.#stranded.add(pending.key),
    );
  }

  /** Stores one anew, in its place, with why the server rejected it; null to send it again. */
  change(pending: PendingSubmission, rejection: string | null): Promise<void> {
    const { key } = pending;
    if (this.#loose.has(key)) this.#loose.set(key, { pending, rejection });
    return this.#track((database) => rewrite(database, pending, rejection));
  }

  remove(key: string): Promise<void> {
    this.#loose.delete(key);
    return this.#track((database) => erase(database, key));
  }

  /** When all that was begun is done. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** The submissions of one account for one campaign, in the order in which they were stored. */
  async list(username: string, campaignId: number): Promise<Kept[]> {
    const stored = await this.#read(async (database) => {
      const rows = await rowsOf(database, [username, campaignId]);
      rows.sort((one, other) => one.number - other.number);
      return rows.map(({ letter, refusal }) => ({ pending: letter, rejection: refusal }));
    });
    const known = new Set(stored.map(({ pending }) => pending.key));
    const loose = [...this.#loose.values()].filter(
      ({ pending }) =>
        pending.username === username &&
        pending.campaignId === campaignId &&
        !known.has(pending.key),
    );
    return [...stored, ...loose];
  }

  /** What lies here, of whomever. */
  async counts(): Promise<PendingCount[]> {
    const counts = new Map<string, PendingCount>();
    (await this.#read(allRows)).forEach(({ username, campaignId, refusal }) => {
      const name = `${campaignId}/${username}`;
      const { n, nRejected } = counts.get(name) ?? { n: 0, nRejected: 0 };
      const isRejected = Number(refusal !== null);
      counts.set(name, { username, campaignId, n: n + 1, nRejected: nRejected + isRejected });
    });
    return [...counts.values()];
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

/** The store of this page. */
export const pageStore = new SubmissionStore();
