import type { BadLine } from '@/api/types';
import { freeName, nameOfFile, nameTrouble } from '@/shared/names';

/** What becomes of files that were chosen: each parcel makes one collection, topic set or run. */
export type Fate =
  | Readonly<{ state: 'ready' }>
  | Readonly<{ state: 'sending'; share: number }>
  | Readonly<{ state: 'done'; report: string }>
  | Readonly<{
      state: 'rejected';
      reason: string;
      /** Whose lines are bad. */
      file: string;
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

export const isWaiting = ({ fate }: Parcel): boolean =>
  fate.state === 'ready' || (fate.state === 'rejected' && fate.canRetry);

const onTheirWay = (parcels: readonly Parcel[]): Parcel[] =>
  parcels.filter(({ fate }) => fate.state !== 'done');

const filesOf = (parcels: readonly Parcel[]): File[] => parcels.flatMap(({ files }) => files);

/**
 * Files on their way whose place one of those chosen now takes, each with that one. A file chosen twice counts
 * once; after a rejection one of the same name replaces the former, else both stay: folders may hold files
 * of one name.
 */
export function replacements(
  parcels: readonly Parcel[],
  files: readonly File[],
): ReadonlyMap<File, File> {
  const before = onTheirWay(parcels);
  const isMended = before.some(({ fate }) => fate.state === 'rejected');
  const nowOf = new Map<File, File>();
  for (const own of filesOf(before)) {
    const same = files.filter(
      ({ name, size, lastModified }) =>
        name === own.name && (isMended || (size === own.size && lastModified === own.lastModified)),
    );
    const taken = new Set(nowOf.values());
    const now = same.find((one) => !taken.has(one)) ?? same[0];
    if (now !== undefined) nowOf.set(own, now);
  }
  return nowOf;
}

/** The files of parcels on their way, but for those that are replaced, and those chosen now. */
export function joined(parcels: readonly Parcel[], files: readonly File[]): readonly File[] {
  const nowOf = replacements(parcels, files);
  return [...filesOf(onTheirWay(parcels)).filter((own) => !nowOf.has(own)), ...files];
}

/** Parcels that stay when these files are chosen: a corrected file replaces the rejected one. */
export function keptBeside(parcels: readonly Parcel[], files: readonly File[]): Parcel[] {
  const chosen = new Set(files.map(({ name }) => name));
  return parcels.filter(
    ({ fate, files: own }) =>
      fate.state !== 'rejected' || own.every(({ name }) => !chosen.has(name)),
  );
}
