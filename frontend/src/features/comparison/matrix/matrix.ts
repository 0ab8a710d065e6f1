import { cutoffOf } from '@/features/comparison/texts/measureNames';
import { isLowerBetter, testedMeasuresOf } from '@/features/comparison/texts/measuresOf';
import type { Comparison, ComparisonBlock, ComparisonCell } from '@/api/compared';

/** What a run scores under one label set, and how that differs from the baseline. */
export type Entry = Readonly<{
  mean: number;
  /** Of the run itself under the other labels, where it is compared with itself. */
  own: number | null;
  /** None for the baseline. */
  cell: ComparisonCell | null;
  nMissing: number;
  /** From 1 on, the best first; those with the same mean share a place. */
  place: number;
  /** Of what the measure reads, the share without a label; null where it is not known. */
  unjudged: number | null;
}>;

export type Line = Readonly<{
  run: string;
  isBaseline: boolean;
  entries: readonly (Entry | null)[];
}>;

export type Matrix = Readonly<{
  measure: string;
  isLowerBetter: boolean;
  /** Whether it says how good a run is: of counts and diagnostics none is the best. */
  isTested: boolean;
  labels: readonly ComparisonBlock[];
  lines: readonly Line[];
  test: string;
  /** The largest difference that any interval reaches: the end of every bar. */
  reach: number;
}>;

function unjudgedOf(block: ComparisonBlock, measure: string, run: string): number | null {
  const cutoff = cutoffOf(measure);
  const shares = block.unjudged.find((one) => one.cutoff === cutoff)?.shares ?? [];
  return shares.find((one) => one.run === run)?.share ?? null;
}

type Column = ReadonlyMap<string, Omit<Entry, 'place'>>;

/** Every run's mean under one label set, the baseline's among them. */
function columnOf(comparison: Comparison, block: ComparisonBlock, measure: string): Column {
  const row = block.rows.find((one) => one.measure === measure);
  if (row === undefined) return new Map();
  const entries = row.cells.map((cell): [string, Omit<Entry, 'place'>] => {
    const own = comparison.baseline === null ? cell.baseline_mean : null;
    const unjudged = unjudgedOf(block, measure, cell.run);
    return [cell.run, { mean: cell.mean, own, cell, nMissing: cell.n_missing, unjudged }];
  });
  const { baseline } = comparison;
  if (baseline === null || row.baseline_mean === null) return new Map(entries);
  const base = {
    mean: row.baseline_mean,
    own: null,
    cell: null,
    nMissing: row.baseline_n_missing ?? 0,
    unjudged: unjudgedOf(block, measure, baseline),
  };
  return new Map([[baseline, base], ...entries]);
}

/** How many of a column are better than this mean, and one. */
function placeOf(mean: number, column: Column, isRank: boolean): number {
  const better = [...column.values()].filter((one) => (isRank ? one.mean < mean : one.mean > mean));
  return better.length + 1;
}

/** Runs by label sets, for one measure. */
export function matrixOf(comparison: Comparison, measure: string): Matrix {
  const { baseline, runs, blocks } = comparison;
  const isRank = isLowerBetter(comparison, measure);
  const isTested = testedMeasuresOf(comparison).includes(measure);
  const columns = blocks.map((block) => columnOf(comparison, block, measure));
  const names = baseline === null ? runs : [baseline, ...runs];
  const lines = names.map((run) => ({
    run,
    isBaseline: run === baseline,
    entries: columns.map((column) => {
      const entry = column.get(run);
      if (entry === undefined) return null;
      return { ...entry, place: placeOf(entry.mean, column, isRank) };
    }),
  }));
  const ends = lines.flatMap(({ entries }) =>
    entries.flatMap((one) => one?.cell?.interval ?? [one?.cell?.difference ?? 0]),
  );
  const reach = Math.max(...ends.map(Math.abs), 0);
  return {
    measure,
    isLowerBetter: isRank,
    isTested,
    labels: blocks,
    lines,
    test: comparison.test,
    reach,
  };
}

/** The lines by what they score in one column, the best first; as they came where none is named. */
export function sortedBy({ lines }: Matrix, column: number | null): readonly Line[] {
  if (column === null) return lines;
  const placeIn = ({ entries }: Line): number => entries[column]?.place ?? Infinity;
  return lines.toSorted((a, b) => placeIn(a) - placeIn(b));
}
