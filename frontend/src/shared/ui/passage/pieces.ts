import { CodePoints } from '@/shared/codePoints';

/** A part of a text that looks the same throughout. */
export type Piece = Readonly<{ body: string; isMarked: boolean; isAsked: boolean }>;

type Range = readonly [number, number];

const SHORTEST = 3;
const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a query that say something, in lower case. */
const wordsOf = (query: string): ReadonlySet<string> =>
  new Set(
    (query.match(WORD) ?? [])
      .filter((word) => word.length >= SHORTEST)
      .map((word) => word.toLowerCase()),
  );

/** Where words of a query stand in a text. */
function placesOf(query: string, body: string): readonly Range[] {
  const words = wordsOf(query);
  return [...body.matchAll(WORD)].flatMap((found): Range[] =>
    words.has(found[0].toLowerCase()) ? [[found.index, found.index + found[0].length]] : [],
  );
}

const holds = (ranges: readonly Range[], at: number): boolean =>
  ranges.some(([start, end]) => start <= at && at < end);

/** A text in pieces: what was highlighted (by code points, as it is stored), and the words of a query. */
export function piecesOf(
  body: string,
  spans: readonly (readonly number[])[],
  query: string,
): readonly Piece[] {
  const points = new CodePoints(body);
  const marked = spans.map(([start = 0, end = 0]): Range => [
    points.toUnit(start),
    points.toUnit(end),
  ]);
  const asked = query === '' ? [] : placesOf(query, body);
  const ends = [...marked, ...asked].flat().filter((at) => at > 0 && at < body.length);
  const bounds = [...new Set([0, ...ends, body.length])].toSorted((a, b) => a - b);
  return bounds.slice(0, -1).map((start, place) => ({
    body: body.slice(start, bounds[place + 1]),
    isMarked: holds(marked, start),
    isAsked: holds(asked, start),
  }));
}
