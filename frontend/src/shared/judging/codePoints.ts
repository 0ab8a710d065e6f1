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
 * Regrade stores. They differ by the characters that take two units, which are found once, and when asked for.
 */
export class CodePoints {
  readonly #text: string;
  #cached: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get #pairs(): readonly number[] {
    this.#cached ??= Array.from(this.#text.matchAll(PAIRS), ({ index }) => index);
    return this.#cached;
  }

  toPoint(unit: number): number {
    const pairs = this.#pairs;
    return unit - countWhile(pairs, (i) => (pairs[i] ?? 0) < unit);
  }

  toUnit(point: number): number {
    const pairs = this.#pairs;
    return point + countWhile(pairs, (i) => (pairs[i] ?? 0) - i < point);
  }
}
