import { cutoffOf } from '@/features/comparison/texts/measureNames';
import type { Comparison, ComparisonBlock, ComparisonCell } from '@/api/compared';

/** What a run scores by one measure under one label set, and how that differs from the baseline. */
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

/** One measure under one label set. */
export type Column = Readonly<{
  labels: string;
  measure: string;
  isLowerBetter: boolean;
  /** Whether it says how good a run is: of counts and diagnostics none is the best. */
  isTested: boolean;
  /** Whether the labels are a sample, so that scores are estimates. */
  isEstimated: boolean;
  entries: ReadonlyMap<string, Entry>;
}>;

export type Line = Readonly<{
  run: string;
  isBaseline: boolean;
  entries: readonly (Entry | null)[];
}>;

export type Table = Readonly<{
  columns: readonly Column[];
  lines: readonly Line[];
  test: string;
  /** Whether each run is compared with itself: that is no finding about the run. */
  isOwn: boolean;
  /** How far differences and their intervals reach, either way from zero: the ends of every bar. */
  reach: readonly [number, number];
}>;

export const unjudgedOf = (block: ComparisonBlock, cutoff: number | null, run: string) =>
  block.unjudged.find((one) => one.cutoff === cutoff)?.shares.find((one) => one.run === run)
    ?.share ?? null;

/** Means that differ by less are equal, as on the server. */
const ROUNDING = 5e-13;

type Unplaced = Omit<Entry, 'place'>;

/** Every run's mean, the baseline's among them. */
function meansOf(comparison: Comparison, block: ComparisonBlock, measure: string) {
  const row = block.rows.find((one) => one.measure === measure);
  if (row === undefined) return [];
  const cutoff = cutoffOf(measure);
  const { baseline } = comparison;
  const entries = row.cells.map((cell): [string, Unplaced] => {
    const own = baseline === null ? cell.baseline_mean : null;
    const unjudged = unjudgedOf(block, cutoff, cell.run);
    return [cell.run, { mean: cell.mean, own, cell, nMissing: cell.n_missing, unjudged }];
  });
  if (baseline === null || row.baseline_mean === null) return entries;
  const base: Unplaced = {
    mean: row.baseline_mean,
    own: null,
    cell: null,
    nMissing: row.baseline_n_missing ?? 0,
    unjudged: unjudgedOf(block, cutoff, baseline),
  };
  return [[baseline, base], ...entries] as const;
}

function columnOf(comparison: Comparison, block: ComparisonBlock, measure: string): Column {
  const row = block.rows.find((one) => one.measure === measure);
  const isLowerBetter = row?.lower_is_better ?? false;
  const means = meansOf(comparison, block, measure);
  const isBetter = (one: Unplaced, other: Unplaced): boolean =>
    (isLowerBetter ? other.mean - one.mean : one.mean - other.mean) > ROUNDING;
  const entries = means.map(([run, entry]): [string, Entry] => {
    const place = 1 + means.filter(([, other]) => isBetter(other, entry)).length;
    return [run, { ...entry, place }];
  });
  return {
    ...{ labels: block.labels, measure, isLowerBetter },
    isTested: row?.is_tested ?? false,
    isEstimated: block.sample !== null,
    entries: new Map(entries),
  };
}

/** Runs by columns: one measure under every label set, or every measure under one. */
export function tableOf(
  comparison: Comparison,
  blocks: readonly ComparisonBlock[],
  measures: readonly string[],
): Table {
  const { baseline, runs, test } = comparison;
  const columns = blocks.flatMap((block) =>
    measures.map((measure) => columnOf(comparison, block, measure)),
  );
  const names = baseline === null ? runs : [baseline, ...runs];
  const lines = names.map((run) => ({
    run,
    isBaseline: run === baseline,
    entries: columns.map(({ entries }) => entries.get(run) ?? null),
  }));
  const ends = lines.flatMap(({ entries }) =>
    entries.flatMap((one) => [
      ...(one?.cell?.interval ?? [one?.cell?.difference ?? 0]),
      ...(one?.cell?.these_topics ?? []),
    ]),
  );
  const reach = [Math.min(...ends, 0), Math.max(...ends, 0)] as const;
  return { columns, lines, test, isOwn: baseline === null, reach };
}

/** The lines by what they score in one column, the best first; as they came where none is named. */
export function sortedBy({ lines }: Table, column: number | null): readonly Line[] {
  if (column === null) return lines;
  const placeIn = ({ entries }: Line): number => entries[column]?.place ?? Infinity;
  return lines.toSorted((a, b) => placeIn(a) - placeIn(b));
}

/** From so many runs on, the best stand first without asking. */
const MANY = 5;

/** The column that orders the lines until another is asked for. */
export function usualOrder({ columns, lines }: Table): number | null {
  const first = columns.findIndex(({ isTested }) => isTested);
  return lines.length < MANY || first < 0 ? null : first;
}
