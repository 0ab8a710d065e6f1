export type Direction = 'better' | 'worse' | 'equal';

/** What a difference means, whichever way the measure points. */
export function directionOf(difference: number, isLowerBetter: boolean): Direction {
  if (difference === 0) return 'equal';
  return difference < 0 === isLowerBetter ? 'better' : 'worse';
}

/** Run minus baseline, rounded as the server rounds it: values that are alike differ by exactly 0. */
export const differenceOf = (baseline: number, run: number): number =>
  Number((run - baseline).toFixed(12)) + 0;
