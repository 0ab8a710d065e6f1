import type { ComparedSystems, SystemFamily, SystemPair } from '@/api/compared';

/** A run among all of them: under each label set its mean and its letters. */
export type RankedRun = Readonly<{
  run: string;
  shown: readonly Readonly<{ mean: number; letters: string | null }>[];
}>;

/** The runs, the best by the family that is looked at first. */
export function rankRuns({ runs, families }: ComparedSystems, looked: SystemFamily): RankedRun[] {
  const turned = looked.lower_is_better ? 1 : -1;
  const mean = (family: SystemFamily, place: number): number => family.means[place] ?? 0;
  return runs
    .map((run, place) => ({ run, place }))
    .toSorted((a, b) => turned * (mean(looked, a.place) - mean(looked, b.place)))
    .map(({ run, place }) => ({
      run,
      shown: families.map((family) => ({
        mean: mean(family, place),
        letters: family.letters?.[place] ?? null,
      })),
    }));
}

/** A pair of runs as the row minus the column, whichever way round it was compared; null where it was not. */
export function pairOf({ pairs }: SystemFamily, row: string, column: string): SystemPair | null {
  for (const pair of pairs) {
    const { baseline, run, difference } = pair;
    if (run === row && baseline === column) return pair;
    if (run !== column || baseline !== row) continue;
    const interval = pair.interval && pair.interval.map((end) => 0 - end).toReversed();
    return { ...pair, run: row, baseline: column, difference: 0 - difference, interval };
  }
  return null;
}

/** What a pair is of, for a table of all of them. */
export type PairRow = Readonly<{ labels: string; measure: string; pair: SystemPair }>;

export const pairRows = ({ families }: ComparedSystems): PairRow[] =>
  families.flatMap(({ labels, measure, pairs }) =>
    pairs.map((pair) => ({ labels, measure, pair })),
  );
