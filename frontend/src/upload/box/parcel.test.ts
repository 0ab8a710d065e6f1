import { expect, it } from 'vitest';
import { mended, ofFileAt, parcelsOf, parcelTrouble, replacements } from '@/upload/box/parcel';
import type { Parcel } from '@/upload/box/parcel';

const file = (name: string, content = ''): File => new File([content], name, { lastModified: 1 });

it('each file is a parcel with a name that nothing else has', () => {
  const parcels = parcelsOf([file('a.run'), file('a.txt')], false, ['a']);
  expect(parcels.map(({ name }) => name)).toEqual(['a-2', 'a-3']);
});

it('files of one thing go together under the name of the first', () => {
  const [parcel, ...more] = parcelsOf([file('trees.tsv'), file('more.tsv')], true, []);
  expect([parcel?.name, parcel?.files.length, more.length]).toEqual(['trees', 2, 0]);
});

it('two parcels of one name are refused before they are sent', () => {
  const [one, two] = parcelsOf([file('a.run'), file('b.run')], false, []);
  if (one === undefined || two === undefined) throw new Error('two files make two parcels');
  const renamed = { ...two, name: 'a' };
  expect(parcelTrouble(renamed, [one, renamed], [])).toBe('The name a is taken; choose another.');
});

const REJECTED = {
  state: 'rejected',
  reason: '',
  file: '',
  badLines: [],
  nBadLines: 1,
  canRetry: false,
} as const;

const rejected = (parcel: Parcel, place: number | null): Parcel => ({
  ...parcel,
  fate: { ...REJECTED, place },
});

it('a corrected file replaces the rejected one, and leaves others that are rejected', () => {
  const parcels = parcelsOf([file('a.run'), file('b.run')], false, []);
  const now = file('a.run', 'mended');
  const all = parcels.map((parcel) => rejected(parcel, 1));
  const [a, b] = mended(all, replacements(all, [now]));
  expect([a?.files, a?.fate.state, b?.fate.state]).toEqual([[now], 'ready', 'rejected']);
});

it('of files of one name each that is chosen again takes its own place', () => {
  const [one, two] = [1, 2].map(() => new File(['x'], 'a', { lastModified: 1 }));
  if (one === undefined || two === undefined) throw new Error('there are two files');
  const nowOf = replacements(parcelsOf([one, file('b'), two], true, []), [one, two]);
  expect([nowOf.size, nowOf.get(one) === one, nowOf.get(two) === two]).toEqual([2, true, true]);
});

// Two files of one name, and one of another; what is chosen when one of them was rejected.
const [FIRST, OTHER, SECOND] = [file('q', 'first'), file('other'), file('q', 'the second')];
const [NEW, NEWER] = [file('q', 'mended, and longer'), file('q', 'mended, and longer than that')];

it.each([
  ['one takes the place of the rejected one', 3, [NEW], [FIRST, OTHER, NEW]],
  ['one takes that place, be it the first', 1, [NEW], [NEW, OTHER, SECOND]],
  ['two take their places in order', 3, [NEW, NEWER], [NEW, OTHER, NEWER]],
  ['one that is as it was stays in its place', 3, [NEW, FIRST], [FIRST, OTHER, NEW]],
  ['one too many takes no place', 3, [NEW, NEWER, FIRST], [FIRST, OTHER, NEW]],
  ['one takes none where no place is given', null, [NEW], [FIRST, OTHER, SECOND]],
])('of files of one name %s', (_, place, chosen, expected) => {
  const parcels = parcelsOf([FIRST, OTHER, SECOND], true, []).map((one) => rejected(one, place));
  const [now] = mended(parcels, replacements(parcels, chosen));
  expect(now?.files.map((one) => expected.indexOf(one))).toEqual([0, 1, 2]);
});

it('before a rejection a file takes no place of one that has its name', () => {
  const parcels = parcelsOf([FIRST, OTHER, SECOND], true, []);
  expect(replacements(parcels, [NEW]).size).toBe(0);
});

it('of files of one name the rejected one is named by its place', () => {
  const fate = { ...REJECTED, file: 'q', place: 3, reason: 'q, line 1: bad' };
  const found = ofFileAt(fate, ['q (file 1)', 'other', 'q (file 3)']);
  expect([found.file, found.reason]).toEqual(['q (file 3)', 'q (file 3), line 1: bad']);
});
