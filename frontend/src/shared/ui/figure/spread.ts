/** Five numbers of values, and their mean. */
export type Spread = Readonly<{
  least: number;
  lower: number;
  median: number;
  upper: number;
  most: number;
  mean: number;
}>;

/** The value at a share of the way through values that are in order, between two where it falls so. */
function quantile(values: readonly number[], share: number): number {
  const place = (values.length - 1) * share;
  const [low = 0, high = 0] = [values[Math.floor(place)], values[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** How values spread, in whatever order they come; null where there are none. */
export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const [least, lower, median, upper, most] = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    quantile(sorted, share),
  ) as [number, number, number, number, number];
  return { least, lower, median, upper, most, mean: meanOf(values) };
}
