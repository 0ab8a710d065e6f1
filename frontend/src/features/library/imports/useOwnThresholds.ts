import { useState } from 'react';

/** Thresholds of single label files; null for those that go by the common one. */
export function useOwnThresholds() {
  const [own, setOwn] = useState<ReadonlyMap<File, number | null>>(new Map());
  const of = (file: File): number | null => own.get(file) ?? null;

  const set = (file: File, value: number | null): void =>
    setOwn((all) => new Map(all).set(file, value));

  /** Gives a file that takes another's place the threshold that was typed for that one. */
  const carry = (before: File, now: File): void =>
    setOwn((all) => new Map(all).set(now, all.get(now) ?? all.get(before) ?? null));

  /** As options of the command that takes the files in. */
  const asOptions = (files: readonly File[]): string =>
    files
      .filter((file) => of(file) !== null)
      .map((file) => ` --min-relevance-of ${file.name}=${of(file)}`)
      .join('');

  return { of, set, carry, asOptions };
}
