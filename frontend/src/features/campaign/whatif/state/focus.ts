import type { Look } from '@/api/types';
import type { State } from '@/features/campaign/whatif/state/state';

export type PairOfRuns = Look['pairs'][number];

/** The two runs in focus. */
export type Focus = Readonly<{ first: string; second: string }>;

/** The runs in focus: those chosen, and otherwise the best. Null before it is known which they are. */
export function focusOf(
  { first, second, runs }: Pick<State, 'first' | 'second' | 'runs'>,
  look: Look | undefined,
): Focus | null {
  const ranked = look?.runs.toSorted((a, b) => a.place - b.place).map(({ run }) => run) ?? [];
  const rest = ranked.filter((run) => runs.includes(run) && run !== first && run !== second);
  const one = first ?? rest[0];
  const two = second ?? rest.find((run) => run !== one);
  return one === undefined || two === undefined ? null : { first: one, second: two };
}

/** The first run of a focus beside the second. */
export type Lead = Readonly<{
  difference: number;
  interval: readonly [number, number] | null;
  /** Of this pair alone, and corrected over all pairs. */
  p: number | null;
  pCorrected: number | null;
  referenceDifference: number | null;
  referenceP: number | null;
}>;

const turned = (value: number | null): number | null => (value === null ? null : 0 - value);

/** The lead of the first run over the second; null where the look is of other runs. */
export function leadOf(look: Look, { first, second }: Focus): Lead | null {
  const found = look.pairs.find(
    (pair) => [pair.first, pair.second].toSorted().join() === [first, second].toSorted().join(),
  );
  if (found === undefined) return null;
  const { low, high } = found;
  const rest = { p: found.p, pCorrected: found.p_corrected, referenceP: found.reference_p };
  const has = low !== null && high !== null;
  if (found.second === first)
    return {
      ...rest,
      difference: found.difference,
      interval: has ? [low, high] : null,
      referenceDifference: found.reference_difference,
    };
  return {
    ...rest,
    difference: 0 - found.difference,
    interval: has ? [0 - high, 0 - low] : null,
    referenceDifference: turned(found.reference_difference),
  };
}
