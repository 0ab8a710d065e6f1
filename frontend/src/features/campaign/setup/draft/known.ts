import type { Draft } from '@/features/campaign/setup/draft/draft';
import type { KnownKind, KnownPair, Mark } from '@/features/campaign/setup/draft/types';

/** The draft's pairs of one kind. */
export const knownOf = ({ known }: Pick<Draft, 'known'>, kind: KnownKind): KnownPair[] =>
  known.filter((pair) => pair.kind === kind);

const isSame = (a: PairName, b: PairName): boolean =>
  a.query_id === b.query_id && a.passage_id === b.passage_id;

export type PairName = Pick<KnownPair, 'query_id' | 'passage_id'>;

export const findKnown = (known: readonly KnownPair[], pair: PairName): KnownPair | undefined =>
  known.find((one) => isSame(one, pair));

export const withoutPair = (known: readonly KnownPair[], pair: PairName): KnownPair[] =>
  known.filter((one) => !isSame(one, pair));

/** With these pairs at the end; one that is there already is changed where it is. */
export const withPairs = (
  known: readonly KnownPair[],
  added: readonly KnownPair[],
): KnownPair[] => [
  ...known.map((one) => findKnown(added, one) ?? one),
  ...added.filter((one) => findKnown(known, one) === undefined),
];

/** As the server takes them. */
export const marksOf = (known: readonly KnownPair[]): Mark[] =>
  known.map(({ query_id, passage_id, kind, grade, explanation }) => ({
    query_id,
    passage_id,
    kind,
    grade,
    explanation,
    priority: 0,
  }));

export type Trouble = Readonly<{ line: number; text: string; reason: string }>;
export type ReadLines = Readonly<{
  pairs: readonly Readonly<{ pair: KnownPair; line: number; source: string }>[];
  troubles: readonly Trouble[];
}>;

const linesOf = (text: string): string[] => text.split(/\r?\n/);

const HEADER = /^(query_id|qid|topic)$/i;

const keyOf = ({ query_id, passage_id }: PairName): string => `${query_id} ${passage_id}`;

/** Why a pair cannot be pasted, by those chosen already and those of the lines before. */
function repeats(
  pair: PairName,
  chosen: ReadonlyMap<string, KnownPair>,
  pasted: ReadonlySet<string>,
): string | null {
  const name = `passage ${pair.passage_id} of topic ${pair.query_id}`;
  const before = chosen.get(keyOf(pair));
  if (before !== undefined)
    return `${name} is a ${before.kind} pair already, graded ${before.grade}`;
  return pasted.has(keyOf(pair)) ? `${name} is pasted twice` : null;
}

function wrongGrade(grade: string, values: readonly number[]): string | null {
  if (grade === '') return 'write query_id, passage_id and grade';
  if (values.includes(Number(grade))) return null;
  return `the grade ${grade} is not on the scale (${values.join(', ')})`;
}

/** Pairs from lines of query_id, passage_id, grade and perhaps an explanation, and each bad line. */
export function readLines(
  text: string,
  kind: KnownKind,
  values: readonly number[],
  known: readonly KnownPair[],
): ReadLines {
  const pairs: ReadLines['pairs'][number][] = [];
  const troubles: Trouble[] = [];
  const chosen = new Map(known.map((pair) => [keyOf(pair), pair]));
  const pasted = new Set<string>();
  for (const [index, source] of linesOf(text).entries()) {
    const [query_id = '', passage_id = '', grade = '', ...words] = source.trim().split(/\s+/);
    const line = index + 1;
    if (query_id === '' || (index === 0 && HEADER.test(query_id))) continue;
    const explanation = words.join(' ');
    const pair = {
      query_id,
      passage_id,
      kind,
      grade: Number(grade),
      explanation,
      query: '',
      text: '',
    };
    const reason = wrongGrade(grade, values) ?? repeats(pair, chosen, pasted);
    if (reason !== null) {
      troubles.push({ line, text: source, reason });
      continue;
    }
    pasted.add(keyOf(pair));
    pairs.push({ pair, line, source });
  }
  return { pairs, troubles };
}

/** A text without the lines of `sent` that were not bad, one for one; it may have grown meanwhile. */
export function withoutAdded(text: string, sent: string, bad: readonly Trouble[]): string {
  const isBad = new Set(bad.map(({ line }) => line));
  const added = linesOf(sent).filter((_, index) => !isBad.has(index + 1));
  const kept = linesOf(text).filter((line) => {
    const at = added.indexOf(line);
    if (at !== -1) added.splice(at, 1);
    return at === -1;
  });
  return kept.join('\n');
}

/** The bad lines that still are in a text, in order, with their numbers there. */
export function stillBad(text: string, bad: readonly Trouble[]): Trouble[] {
  const lines = linesOf(text);
  let line = 0;
  return bad.flatMap((one) => {
    const at = lines.indexOf(one.text, line);
    if (at === -1) return [];
    line = at + 1;
    return [{ ...one, line }];
  });
}

/**
 * The grade that each label of a set stands for: the same number. Where either the labels, 0 and 1,
 * or the grades say only whether a passage is relevant: the lowest grade of the scale's upper half,
 * or the lowest of all.
 */
export function gradesOfLabels(
  values: readonly number[],
  minRelevance: number,
  scale: readonly number[],
): Readonly<Record<number, number | null>> {
  const inOrder = [...scale].sort((a, b) => a - b);
  const [low = null] = inOrder;
  const high = inOrder[Math.ceil(inOrder.length / 2)] ?? null;
  const isOneBinary = values.some((value) => value > 1) !== scale.length > 2;
  const gradeOf = (value: number): number | null => {
    if (isOneBinary) return value >= minRelevance ? high : low;
    return scale.includes(value) ? value : null;
  };
  return Object.fromEntries(values.map((value) => [value, gradeOf(value)]));
}
