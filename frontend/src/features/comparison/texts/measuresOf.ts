import type { Comparison } from '@/api/compared';

export const measuresOf = ({ blocks }: Comparison): string[] =>
  blocks[0]?.rows.map(({ measure }) => measure) ?? [];

/** Those that say how good a run is: all but counts and diagnostics. */
export const testedMeasuresOf = ({ blocks }: Comparison): string[] =>
  blocks[0]?.rows.filter((row) => row.is_tested).map(({ measure }) => measure) ?? [];

export const isLowerBetter = ({ blocks }: Comparison, measure: string): boolean =>
  blocks[0]?.rows.find((row) => row.measure === measure)?.lower_is_better ?? false;

/** All label sets, those compared with first. */
export const labelsOf = ({ baseline_labels: first, blocks }: Comparison): string[] => [
  ...(first === null ? [] : [first]),
  ...blocks.map(({ labels }) => labels),
];

/** All runs, the baseline first. */
export const runsOf = ({ baseline, runs }: Comparison): string[] => [
  ...(baseline === null ? [] : [baseline]),
  ...runs,
];
