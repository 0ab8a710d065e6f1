export const DEFAULT_MEASURES: readonly string[] = ['RR@10', 'MFR@10', 'P@10', 'nDCG@10'];

/** Splits a list of measures at its commas, those in parentheses left alone: `RBP(p=0.8,rel=2),P@5`. */
export function splitMeasures(list: string): string[] {
  return list
    .split(/,(?![^(]*\))/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Down to which rank a measure reads; null for the whole ranking. */
export function cutoffOf(measure: string): number | null {
  const found = /@(\d+)$/.exec(measure);
  return found === null ? null : Number(found[1]);
}
