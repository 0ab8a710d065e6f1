import type { Comparison, ComparisonBlock } from '@/api/types';

export type Point = Readonly<{ run: string; labels: string; mean: number }>;

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
