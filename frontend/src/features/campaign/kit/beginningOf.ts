/** The beginning of a text; never half a character. */
export function beginningOf(text: string, n: number): string {
  const points = Array.from(text.slice(0, 2 * n + 2));
  return points.length > n ? `${points.slice(0, n).join('').trimEnd()}…` : text;
}
