import type { Comparison, ComparisonCell, EffectSize } from '@/api/compared';

/** One difference by one measure. */
export type DifferenceRow = Readonly<{
  run: string;
  labels: string;
  cell: ComparisonCell;
  effects: readonly EffectSize[];
}>;

const cellsOf = ({ blocks }: Comparison, labels: string, measure: string) =>
  blocks.find((block) => block.labels === labels)?.rows.find((row) => row.measure === measure)
    ?.cells ?? [];

/** Every difference by a measure, run by run; with the effect sizes that another answer has of it. */
export function differencesOf(
  comparison: Comparison,
  measure: string,
  sized: Comparison | null,
): DifferenceRow[] {
  return comparison.runs.flatMap((run) =>
    comparison.blocks.flatMap(({ labels }) => {
      const isOf = (cell: ComparisonCell): boolean => cell.run === run;
      const cell = cellsOf(comparison, labels, measure).find(isOf);
      const effects = sized && cellsOf(sized, labels, measure).find(isOf)?.effects;
      return cell === undefined ? [] : [{ run, labels, cell, effects: effects ?? [] }];
    }),
  );
}
