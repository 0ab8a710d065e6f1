const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

/** How many of the sorted numbers `isBefore` holds for; it holds for the first ones alone. */
function countWhile(numbers: readonly number[], isBefore: (i: number) => boolean): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The two counts of one text: UTF-16 units, as the browser counts, and Unicode code points, as
 * Regrade stores. They differ by the characters that take two units, which are found once.
 */
export class CodePoints {
  readonly #pairs: readonly number[];

  constructor(text: string) {
    this.#pairs = Array.from(text.matchAll(PAIRS), ({ index }) => index);
  }

  toPoint(unit: number): number {
    return unit - countWhile(this.#pairs, (i) => (this.#pairs[i] ?? 0) < unit);
  }

  toUnit(point: number): number {
    return point + countWhile(this.#pairs, (i) => (this.#pairs[i] ?? 0) - i < point);
  }
}
