import type { Comparison, ComparisonBlock } from '@/api/types';

export type Point = Readonly<{ run: string; labels: string; mean: number }>;

export const measuresOf = ({ blocks }: Comparison): string[] =>
  blocks[0]?.rows.map(({ measure }) => measure) ?? [];

/** Those that say how good a run is: all but counts and diagnostics. */
export const testedMeasuresOf = ({ blocks }: Comparison): string[] =>
  blocks[0]?.rows.filter((row) => row.is_tested).map(({ measure }) => measure) ?? [];

export const isLowerBetter = ({ blocks }: Comparison, measure: string): boolean =>
  blocks[0]?.rows.find((row) => row.measure === measure)?.lower_is_better ?? false;

const point = (run: string | null, labels: string, mean: number | null | undefined): Point[] =>
  run === null || typeof mean !== 'number' ? [] : [{ run, labels, mean }];

function pointsOfBlock(comparison: Comparison, block: ComparisonBlock, measure: string): Point[] {
  const row = block.rows.find((one) => one.measure === measure);
  if (row === undefined) return [];
  return [
    ...point(comparison.baseline, block.labels, row.baseline_mean),
    ...row.cells.flatMap(({ run, mean }) => point(run, block.labels, mean)),
  ];
}

/** Each run's mean under each label set; under the labels compared with first, when there are such. */
export function pointsOf(comparison: Comparison, measure: string): Point[] {
  const own = comparison.blocks[0]?.rows.find((row) => row.measure === measure)?.cells ?? [];
  const { baseline_labels: baselineLabels } = comparison;
  const before =
    baselineLabels === null
      ? []
      : own.flatMap((cell) => point(cell.run, baselineLabels, cell.baseline_mean));
  return [
    ...before,
    ...comparison.blocks.flatMap((block) => pointsOfBlock(comparison, block, measure)),
  ];
}
