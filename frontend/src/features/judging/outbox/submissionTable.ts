import type { PendingSubmission } from '@/features/judging/outbox/pendingSubmissions';

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
export async function write(database: IDBDatabase, pending: PendingSubmission): Promise<void> {
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
export async function rewrite(
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

export async function erase(database: IDBDatabase, key: string): Promise<void> {
  const writing = database.transaction(STORE, 'readwrite');
  const ended = done(writing);
  writing.objectStore(STORE).delete(key);
  await ended;
}

const table = (database: IDBDatabase): IDBObjectStore =>
  database.transaction(STORE).objectStore(STORE);

export const rowsOf = (database: IDBDatabase, desk: [string, number]): Promise<Row[]> =>
  answered(table(database).index('desk').getAll(desk)) as Promise<Row[]>;

export const allRows = (database: IDBDatabase): Promise<Row[]> =>
  answered(table(database).getAll()) as Promise<Row[]>;
