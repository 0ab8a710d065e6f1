import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { LetterBox } from '@/features/judging/outbox/letterBox';
import { openLetters } from '@/features/judging/outbox/letterTable';
import { letter } from '@/features/judging/desk/testing';

const noDatabase = () => Promise.reject(new Error('There is none.'));

const keysIn = async (box: LetterBox, username = 'alice'): Promise<string[]> =>
  (await box.list(username, 1)).map((kept) => kept.letter.key);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

it('what was put is there for the next page, in the order of writing', async () => {
  const box = new LetterBox();
  await Promise.all(['c', 'a', 'b'].map((key) => box.put(letter(key))));
  expect(await keysIn(new LetterBox())).toEqual(['c', 'a', 'b']);
});

it('two pages that write at once keep all', async () => {
  const [one, other] = [new LetterBox(), new LetterBox()];
  const keys = Array.from({ length: 10 }, (_, i) => `k${i}`);
  await Promise.all(keys.map((key, i) => (i % 2 ? one : other).put(letter(key))));
  expect((await keysIn(new LetterBox())).sort()).toEqual(keys);
});

it('a letter that is being put is listed once', async () => {
  const box = new LetterBox();
  const stored = box.put(letter('a'));
  expect(await keysIn(box)).toEqual(['a']);
  await stored;
  expect(await keysIn(box)).toEqual(['a']);
  expect(box.nLoose(['a'])).toBe(0);
});

it('what is removed as soon as it is put does not come back', async () => {
  const box = new LetterBox();
  void box.put(letter('a'));
  await box.remove('a');
  await box.settled();
  expect(await keysIn(new LetterBox())).toEqual([]);
});

it('a refusal stays with its reason until the letter is sent again', async () => {
  const box = new LetterBox();
  await box.put(letter('a'));
  await box.refuse('a', 'Paused.');
  expect((await new LetterBox().list('alice', 1))[0]?.refusal).toBe('Paused.');
  await box.refuse('a', null);
  expect((await new LetterBox().list('alice', 1))[0]?.refusal).toBeNull();
});

it('letters of others and of other campaigns are told apart, and counted', async () => {
  const box = new LetterBox();
  await box.put(letter('a'));
  await box.put(letter('b', { username: 'bob' }));
  await box.put(letter('c', { campaignId: 2 }));
  await box.put(letter('d', { campaignId: 2 }));
  await box.refuse('d', 'Paused.');
  expect(await keysIn(box)).toEqual(['a']);
  expect(await keysIn(box, 'bob')).toEqual(['b']);
  expect(await box.piles()).toEqual([
    { username: 'alice', campaignId: 1, n: 1, nRefused: 0 },
    { username: 'bob', campaignId: 1, n: 1, nRefused: 0 },
    { username: 'alice', campaignId: 2, n: 2, nRefused: 1 },
  ]);
});

it('without a database letters live in the page, and are said to', async () => {
  const box = new LetterBox(noDatabase);
  await box.put(letter('a'));
  await box.refuse('a', 'Paused.');
  expect(await box.list('alice', 1)).toEqual([{ letter: letter('a'), refusal: 'Paused.' }]);
  expect(box.nLoose(['a', 'b'])).toBe(1);
  await box.remove('a');
  expect(await keysIn(box)).toEqual([]);
});

it('a database that would not open at first keeps what is put later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const open = vi.fn(openLetters).mockRejectedValueOnce(new Error('The disk is busy.'));
  const box = new LetterBox(open);
  await box.put(letter('a'));
  expect(box.nLoose(['a'])).toBe(1);
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  await box.put(letter('b'));
  expect(box.nLoose(['b'])).toBe(0);
  expect(await keysIn(new LetterBox())).toEqual(['b']);
});

it('a letter that the full disk does not take is loose, and no other with it', async () => {
  const box = new LetterBox();
  await box.put(letter('a'));
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (
    this: IDBObjectStore,
  ) {
    this.transaction.abort();
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  await box.put(letter('b'));
  add.mockRestore();
  await box.put(letter('c'));
  expect(box.nLoose(['a', 'b', 'c'])).toBe(1);
  expect(await keysIn(new LetterBox())).toEqual(['a', 'c']);
});
