import { expect, it } from 'vitest';
import { keptBeside, parcelsOf, parcelTrouble, replacements } from '@/upload/box/parcel';

const file = (name: string): File => new File(['q1 Q0 d1 1 2 t\n'], name);

it('each file is a parcel with a name that nothing else has', () => {
  const parcels = parcelsOf([file('a.run'), file('a.txt')], false, ['a']);
  expect(parcels.map(({ name }) => name)).toEqual(['a-2', 'a-3']);
});

it('files of one thing go together under the name of the first', () => {
  const [parcel, ...more] = parcelsOf([file('trees.tsv'), file('more.tsv')], true, []);
  expect([parcel?.name, parcel?.files.length, more.length]).toEqual(['trees', 2, 0]);
});

it('two parcels of one name are told before they are sent', () => {
  const [one, two] = parcelsOf([file('a.run'), file('b.run')], false, []);
  if (one === undefined || two === undefined) throw new Error('two files make two parcels');
  const renamed = { ...two, name: 'a' };
  expect(parcelTrouble(renamed, [one, renamed], [])).toBe('The name a is taken; choose another.');
});

it('a corrected file replaces the rejected one', () => {
  const parcels = parcelsOf([file('a.run'), file('b.run')], false, []).map((parcel) => ({
    ...parcel,
    fate: {
      state: 'rejected' as const,
      reason: '',
      file: '',
      badLines: [],
      nBadLines: 1,
      canRetry: false,
    },
  }));
  expect(keptBeside(parcels, [file('a.run')]).map(({ name }) => name)).toEqual(['b']);
});

it('of files of one name each that is chosen again takes its own place', () => {
  const [one, two] = [1, 2].map(() => new File(['x'], 'a', { lastModified: 1 }));
  if (one === undefined || two === undefined) throw new Error('there are two files');
  const nowOf = replacements(parcelsOf([one, file('b'), two], true, []), [one, two]);
  expect([nowOf.size, nowOf.get(one) === one, nowOf.get(two) === two]).toEqual([2, true, true]);
});
