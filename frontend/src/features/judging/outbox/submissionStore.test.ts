import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { SubmissionStore } from '@/features/judging/outbox/submissionStore';
import { openSubmissions } from '@/features/judging/outbox/submissionStore';
import { pending } from '@/features/judging/desk/desk.test.support';

const noDatabase = () => Promise.reject(new Error('There is none.'));

const keysIn = async (store: SubmissionStore, username = 'alice'): Promise<string[]> =>
  (await store.list(username, 1)).map((kept) => kept.pending.key);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

it('what was put is there for the next page, in the order of writing', async () => {
  const store = new SubmissionStore();
  await Promise.all(['c', 'a', 'b'].map((key) => store.put(pending(key))));
  expect(await keysIn(new SubmissionStore())).toEqual(['c', 'a', 'b']);
});

it('two pages that write at once keep all', async () => {
  const [one, other] = [new SubmissionStore(), new SubmissionStore()];
  const keys = Array.from({ length: 10 }, (_, i) => `k${i}`);
  await Promise.all(keys.map((key, i) => (i % 2 ? one : other).put(pending(key))));
  expect((await keysIn(new SubmissionStore())).sort()).toEqual(keys);
});

it('a submission that is being put is listed once', async () => {
  const store = new SubmissionStore();
  const stored = store.put(pending('a'));
  expect(await keysIn(store)).toEqual(['a']);
  await stored;
  expect(await keysIn(store)).toEqual(['a']);
  expect(store.nLoose(['a'])).toBe(0);
});

it('what is removed as soon as it is put does not come back', async () => {
  const store = new SubmissionStore();
  void store.put(pending('a'));
  await store.remove('a');
  await store.settled();
  expect(await keysIn(new SubmissionStore())).toEqual([]);
});

it('a rejection stays with its reason until the submission is sent again', async () => {
  const store = new SubmissionStore();
  await store.put(pending('a'));
  await store.change(pending('a'), 'Paused.');
  expect((await new SubmissionStore().list('alice', 1))[0]?.rejection).toBe('Paused.');
  await store.change(pending('a'), null);
  expect((await new SubmissionStore().list('alice', 1))[0]?.rejection).toBeNull();
});

it('submissions of others and of other campaigns are kept apart, and counted', async () => {
  const store = new SubmissionStore();
  await store.put(pending('a'));
  await store.put(pending('b', { username: 'bob' }));
  await store.put(pending('c', { campaignId: 2 }));
  await store.put(pending('d', { campaignId: 2 }));
  await store.change(pending('d', { campaignId: 2 }), 'Paused.');
  expect(await keysIn(store)).toEqual(['a']);
  expect(await keysIn(store, 'bob')).toEqual(['b']);
  expect(await store.counts()).toEqual([
    { username: 'alice', campaignId: 1, n: 1, nRejected: 0 },
    { username: 'bob', campaignId: 1, n: 1, nRejected: 0 },
    { username: 'alice', campaignId: 2, n: 2, nRejected: 1 },
  ]);
});

it('without a database submissions live in the page, and are said to', async () => {
  const store = new SubmissionStore(noDatabase);
  await store.put(pending('a'));
  await store.change(pending('a'), 'Paused.');
  expect(await store.list('alice', 1)).toEqual([{ pending: pending('a'), rejection: 'Paused.' }]);
  expect(store.nLoose(['a', 'b'])).toBe(1);
  await store.remove('a');
  expect(await keysIn(store)).toEqual([]);
});

it('a database that would not open at first keeps what is put later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const open = vi.fn(openSubmissions).mockRejectedValueOnce(new Error('The disk is busy.'));
  const store = new SubmissionStore(open);
  await store.put(pending('a'));
  expect(store.nLoose(['a'])).toBe(1);
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  await store.put(pending('b'));
  expect(store.nLoose(['b'])).toBe(0);
  expect(await keysIn(new SubmissionStore())).toEqual(['b']);
});

it('a submission that the full disk does not take is loose, and no other with it', async () => {
  const store = new SubmissionStore();
  await store.put(pending('a'));
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (
    this: IDBObjectStore,
  ) {
    this.transaction.abort();
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  await store.put(pending('b'));
  add.mockRestore();
  await store.put(pending('c'));
  expect(store.nLoose(['a', 'b', 'c'])).toBe(1);
  expect(await keysIn(new SubmissionStore())).toEqual(['a', 'c']);
});
