import type { BadLine, MojibakeFound } from '@/api/types';
import { freeName, nameOfFile, nameTrouble } from '@/shared/format/names';

/** What becomes of files that were chosen: each parcel makes one collection, topic set or run. */
export type Fate =
  | Readonly<{ state: 'ready' }>
  | Readonly<{ state: 'sending'; share: number }>
  | Readonly<{ state: 'done'; report: string }>
  /** Nothing was stored: somebody chooses first whether to mend the text. */
  | Readonly<{ state: 'asking'; mojibake: MojibakeFound }>
  | Readonly<{
      state: 'rejected';
      reason: string;
      /** Whose lines are bad. */
      file: string;
      /** Where that file stands among those of the parcel, from 1; null where none is given. */
      place: number | null;
      badLines: readonly BadLine[];
      nBadLines: number;
      /** Whether the same file may yet be taken, under another name or a little later. */
      canRetry: boolean;
    }>;

export type Parcel = Readonly<{
  id: number;
  files: readonly File[];
  name: string;
  /** Whether somebody typed the name; else it follows from the files. */
  isNamed: boolean;
  fate: Fate;
}>;

let lastId = 0;

/** Parcels of these files, with names that are free: one of each file, or one of all. */
export function parcelsOf(
  files: readonly File[],
  isOneThing: boolean,
  taken: readonly string[],
): Parcel[] {
  const names = [...taken];
  return (isOneThing ? [files] : files.map((file) => [file])).map((part) => {
    const name = freeName(nameOfFile(part[0]?.name ?? ''), names);
    names.push(name);
    lastId += 1;
    return { id: lastId, files: part, name, isNamed: false, fate: { state: 'ready' } };
  });
}

export const sizeOf = ({ files }: Parcel): number => files.reduce((sum, { size }) => sum + size, 0);

/** What keeps a parcel from being sent; names of the others beside it are taken too. */
export function parcelTrouble(
  parcel: Parcel,
  all: readonly Parcel[],
  taken: readonly string[],
): string | null {
  const others = all.filter(({ id }) => id !== parcel.id).map(({ name }) => name);
  return nameTrouble(parcel.name, [...taken, ...others]);
}

/** What the page calls each file: its name, and its place among all where another has that name too. */
export const namesApart = (files: readonly File[]): string[] =>
  files.map(({ name }, at) =>
    files.some((other, place) => place !== at && other.name === name)
      ? `${name} (file ${at + 1})`
      : name,
  );

type Rejected = Extract<Fate, { state: 'rejected' }>;

/** A rejection by what the page calls the file, which may not be the only one of its name. */
export function ofFileAt(fate: Rejected, called: readonly string[]): Rejected {
  const { file, place, reason } = fate;
  const here = place === null ? undefined : called[place - 1];
  if (here === undefined || !reason.startsWith(file)) return fate;
  return { ...fate, file: here, reason: here + reason.slice(file.length) };
}

/** A rejected one waits, too: it may be taken once the page says otherwise how it is read. */
export const isWaiting = ({ fate }: Parcel): boolean =>
  fate.state === 'ready' || fate.state === 'rejected' || fate.state === 'asking';

export const onTheirWay = (parcels: readonly Parcel[]): Parcel[] =>
  parcels.filter(({ fate }) => fate.state !== 'done');

export const filesOf = (parcels: readonly Parcel[]): File[] =>
  parcels.flatMap(({ files }) => files);

const isRejected = ({ fate }: Parcel): boolean => fate.state === 'rejected';

/** The files of a parcel that bad lines were found in. */
const badOf = ({ fate, files }: Parcel): readonly File[] =>
  files.filter((_, at) => fate.state === 'rejected' && fate.place === at + 1);

const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/**
 * Files on their way whose place one of those chosen now takes, each with that one. A file chosen twice counts once.
 * After a rejection files take the places of those of their name, in order; where fewer are chosen than wait, only the
 * place of one that was rejected. All others are more files: folders may hold files of one name.
 */
export function replacements(
  parcels: readonly Parcel[],
  files: readonly File[],
): ReadonlyMap<File, File> {
  const nowOf = new Map<File, File>();
  const isFree = (own: File): boolean => !nowOf.has(own);
  const left = new Set(files);
  const put = (own: File | undefined, now: File | undefined): void => {
    if (own === undefined || now === undefined) return;
    nowOf.set(own, now);
    left.delete(now);
  };

  const before = filesOf(onTheirWay(parcels));
  for (const now of files)
    put(
      before.find((own) => isFree(own) && isSame(own, now)),
      now,
    );

  const rejected = parcels.filter(isRejected);
  const bad = rejected.flatMap(badOf);
  for (const name of new Set([...left].map((file) => file.name))) {
    const isNamed = (file: File): boolean => file.name === name;
    const chosen = [...left].filter(isNamed);
    const own = filesOf(rejected).filter((file) => isNamed(file) && isFree(file));
    const places = chosen.length < own.length ? own.filter((file) => bad.includes(file)) : own;
    // Of several bad ones it is not known which is meant: the chosen are added then.
    if (places.length <= chosen.length) places.forEach((one, at) => put(one, chosen[at]));
  }
  return nowOf;
}

/** Parcels with their files as they are now: a rejected one that gets another file can be sent again. */
export const mended = (
  parcels: readonly Parcel[],
  nowOf: ReadonlyMap<File, File>,
): readonly Parcel[] =>
  parcels.map((parcel) => ({
    ...parcel,
    files: parcel.files.map((file) => nowOf.get(file) ?? file),
    fate: parcel.files.some((file) => nowOf.has(file)) ? { state: 'ready' } : parcel.fate,
  }));
