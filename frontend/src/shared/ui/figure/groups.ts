/** What stands at one place of a picture: a bar of each kind, as high as its value; null draws none. */
export type Group = Readonly<{
  name: string;
  values: readonly (number | null)[];
  /** Of the first value, from and to. */
  interval?: readonly [number, number];
  /** What else is known of it, under the names of columns; the same for every group. */
  found?: Readonly<Record<string, string>>;
}>;

const N_STEPS = 4;

/** Ticks from 0 to what is at least `most`, some four of them, at round numbers and never closer than `least`. */
export function ticksUpTo(most: number, least: number): readonly number[] {
  const rough = Math.max(most / N_STEPS, least);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((part) => part * power).find((one) => one >= rough * 0.999) ?? 1;
  const n = Math.max(1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: n + 1 }, (_, place) => Number((place * step).toPrecision(12)));
}

/** The highest that stands in a picture of these groups. */
export function highest(groups: readonly Group[], isStacked: boolean): number {
  const tops = groups.map(({ values, interval }) => {
    const known = values.map((value) => value ?? 0);
    const top = isStacked ? known.reduce((sum, value) => sum + value, 0) : Math.max(0, ...known);
    return Math.max(top, interval?.[1] ?? 0);
  });
  return Math.max(0, ...tops);
}
