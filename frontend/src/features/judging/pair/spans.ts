/** Half-open [start, end) in Unicode code points of the passage text as stored. */
export type Span = readonly [start: number, end: number];

/** The spans with one more: sorted, and what overlaps or touches becomes one. */
export function addSpan(spans: readonly Span[], added: Span): Span[] {
  const apart = spans.filter(([start, end]) => end < added[0] || start > added[1]);
  const joined = spans.filter((span) => !apart.includes(span)).concat([added]);
  const start = Math.min(...joined.map((span) => span[0]));
  const end = Math.max(...joined.map((span) => span[1]));
  return [...apart, [start, end] as const].sort((a, b) => a[0] - b[0]);
}

export const removeSpan = (spans: readonly Span[], removed: Span): Span[] =>
  spans.filter((span) => span !== removed);

/** The span that this code point lies in. */
export const coveringSpan = (spans: readonly Span[], point: number): Span | null =>
  spans.find(([start, end]) => start <= point && point < end) ?? null;
