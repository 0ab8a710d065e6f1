const LETTER = /\p{L}/u;
const SEPARATORS = '-_./+ ';

/** Whether a part of a name may be cut: at a separator, and never a number alone. */
const mayCut = (part: string, edge: string | undefined): boolean =>
  edge !== undefined && SEPARATORS.includes(edge) && LETTER.test(part);

/** Names after the first of these cuts that leaves each a letter; the names if none does. */
function cutBy(
  names: readonly string[],
  lengths: readonly number[],
  cut: (name: string, n: number) => string,
): readonly string[] {
  const rests = lengths.map((n) => names.map((name) => cut(name, n)));
  return rests.find((all) => all.every((rest) => LETTER.test(rest))) ?? names;
}

/** From `first.length` down to 1, the lengths that may be cut: never part of a number as ".9". */
const lengthsOf = (first: string, isCut: (n: number) => boolean): readonly number[] =>
  Array.from(first, (_, at) => first.length - at).filter(isCut);

/**
 * Names without the beginning and the end that all of them share, for places where names stand
 * side by side: "team-full-BM25" and "team-full-T5" become "BM25" and "T5". They are cut at
 * separators only, and stay as they are where a name would lose its last letter. Different names
 * stay different. The order is that of the names.
 */
export function shortNames(names: readonly string[]): readonly string[] {
  if (new Set(names).size < 2) return names;
  const [first = ''] = names;
  const starts = lengthsOf(first, (n) => {
    const start = first.slice(0, n);
    return mayCut(start, start.at(-1)) && names.every((name) => name.startsWith(start));
  });
  const rests = cutBy(names, starts, (name, n) => name.slice(n));
  const [rest = ''] = rests;
  const ends = lengthsOf(rest, (n) => {
    const end = rest.slice(-n);
    return mayCut(end, end[0]) && rests.every((name) => name.endsWith(end));
  });
  return cutBy(rests, ends, (name, n) => name.slice(0, -n));
}
