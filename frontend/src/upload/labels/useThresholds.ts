import { useCallback, useState } from 'react';
import { labelsIn } from '@/upload/labels/labelsIn';
import type { LabelsSeen } from '@/upload/labels/labelsIn';
import { proposalFor, USUAL_LEAST } from '@/upload/labels/threshold';
import { shellFile } from '@/shared/format/shellWord';

/**
 * From where each label file is relevant: as somebody typed, else as its labels propose.
 *
 * @param columns how many a label file may have here; all others have no threshold
 */
export function useThresholds(columns: readonly number[]) {
  const [typed, setTyped] = useState<ReadonlyMap<File, number | null>>(new Map());
  const [seen, setSeen] = useState<ReadonlyMap<File, LabelsSeen>>(new Map());

  const least = (file: File, found: LabelsSeen): number | null =>
    columns.includes(found.nColumns) ? (typed.get(file) ?? proposalFor(found).least) : null;

  /** What is known by now of a label file. */
  function of(file: File): Readonly<{ least: number; found: LabelsSeen }> | null {
    const found = seen.get(file);
    const now = found && least(file, found);
    return found === undefined || now == null ? null : { least: now, found };
  }

  const look = useCallback(
    (file: File): void =>
      void labelsIn(file).then((found) => setSeen((all) => new Map(all).set(file, found))),
    [],
  );

  /** For sending: the file is looked at first, where it was not yet. */
  const settled = async (file: File): Promise<number | null> => least(file, await labelsIn(file));

  const type = (file: File, value: number | null): void =>
    setTyped((all) => new Map(all).set(file, value));

  /** Gives a file that takes another's place the threshold that was typed for that one. */
  const carry = (before: File, now: File): void =>
    setTyped((all) => new Map(all).set(now, all.get(now) ?? all.get(before) ?? null));

  /** For a command, which takes a file that is not looked at yet as usual. */
  const known = (file: File): number => of(file)?.least ?? USUAL_LEAST;

  /** As options of the command that takes several files in. */
  const asOptions = (files: readonly File[]): string =>
    files
      .filter((file) => known(file) !== USUAL_LEAST)
      .map((file) => ` --min-relevance-of ${shellFile(file.name)}=${known(file)}`)
      .join('');

  return { of, look, settled, type, carry, known, asOptions };
}

export type Thresholds = ReturnType<typeof useThresholds>;
