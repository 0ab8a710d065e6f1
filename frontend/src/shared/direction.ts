export type Direction = 'better' | 'worse' | 'equal';

/** What a difference means, whichever way the measure points. */
export function directionOf(difference: number, isLowerBetter: boolean): Direction {
  if (difference === 0) return 'equal';
  return difference < 0 === isLowerBetter ? 'better' : 'worse';
}
