const STEPS = [1, 2, 2.5, 5, 10];
const N_STEPS = 4;

/** Ticks at round numbers, some four of them, from what is at most `low` to what is at least `high`. */
export function ticksAround(low: number, high: number): readonly number[] {
  const rough = Math.max(high - low, 1e-9) / N_STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = STEPS.map((part) => part * power).find((one) => one >= rough * 0.999) ?? power;
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  return Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}
