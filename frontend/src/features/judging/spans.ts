/** Half-open [start, end) in Unicode code points of the passage text as stored. */
export type Span = readonly [start: number, end: number];

export type Segment = Readonly<{ text: string; span: Span | null }>;

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** Whether a UTF-16 offset falls between the two halves of one character. */
const splitsCharacter = (text: string, offset: number): boolean =>
  isHigh(text.charCodeAt(offset - 1)) && isLow(text.charCodeAt(offset));

function countCodePoints(text: string, end: number): number {
  let count = 0;
  for (let i = 0; i < end; i += 1) {
    if (!(isLow(text.charCodeAt(i)) && isHigh(text.charCodeAt(i - 1)))) count += 1;
  }
  return count;
}

/** The span of a selection given in UTF-16 units, blanks at its ends left out; null when only blanks. */
export function spanFromUtf16(text: string, from: number, to: number): Span | null {
  const start = splitsCharacter(text, from) ? from - 1 : from;
  const end = splitsCharacter(text, to) ? to + 1 : to;
  const selected = text.slice(start, end);
  const inner = selected.trim();
  if (inner === '') return null;
  const first = start + selected.indexOf(inner);
  const offset = countCodePoints(text, first);
  return [offset, offset + Array.from(inner).length];
}

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

/** The text cut at the borders of the spans, in order; joined again it is the text. */
export function segments(text: string, spans: readonly Span[]): Segment[] {
  if (spans.length === 0) return [{ text, span: null }];
  const points = Array.from(text);
  const cut = (from: number, to: number, span: Span | null): Segment => ({
    text: points.slice(from, to).join(''),
    span,
  });
  const ends = [0, ...spans.map((span) => span[1])];
  const pieces = spans.flatMap((span, i) => [
    cut(ends[i] ?? 0, span[0], null),
    cut(span[0], span[1], span),
  ]);
  return [...pieces, cut(ends.at(-1) ?? 0, points.length, null)].filter(({ text }) => text !== '');
}

/** The words of a span. */
export const spanText = (text: string, [start, end]: Span): string =>
  Array.from(text).slice(start, end).join('');
