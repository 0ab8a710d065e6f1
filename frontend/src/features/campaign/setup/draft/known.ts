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

type Trouble = Readonly<{ line: number; text: string; reason: string }>;
export type ReadLines = Readonly<{
  pairs: readonly Readonly<{ pair: KnownPair; line: number; source: string }>[];
  troubles: readonly Trouble[];
}>;

const HEADER = /^(query_id|qid|topic)$/i;

/** Pairs from lines of query_id, passage_id, grade and perhaps an explanation, and each bad line. */
export function readLines(text: string, kind: KnownKind, values: readonly number[]): ReadLines {
  const pairs: ReadLines['pairs'][number][] = [];
  const troubles: Trouble[] = [];
  for (const [index, source] of text.split(/\r?\n/).entries()) {
    const [query_id = '', passage_id = '', grade = '', ...words] = source.trim().split(/\s+/);
    const line = index + 1;
    if (query_id === '' || (index === 0 && HEADER.test(query_id))) continue;
    if (grade === '') {
      troubles.push({ line, text: source, reason: 'write query_id, passage_id and grade' });
    } else if (!values.includes(Number(grade))) {
      const reason = `the grade ${grade} is not on the scale (${values.join(', ')})`;
      troubles.push({ line, text: source, reason });
    } else {
      const explanation = words.join(' ');
      const pair = { query_id, passage_id, kind, grade: Number(grade), explanation, text: '' };
      pairs.push({ pair, line, source });
    }
  }
  return { pairs, troubles };
}

/** The grade that each label of a set stands for: the same number, or, on a scale of two, whether relevant. */
export function gradesOfLabels(
  values: readonly number[],
  minRelevance: number,
  scale: readonly number[],
): Readonly<Record<number, number | null>> {
  const [low, high, ...others] = [...scale].sort((a, b) => a - b);
  const isBinary = high !== undefined && others.length === 0 && values.length > 2;
  const gradeOf = (value: number): number | null => {
    if (isBinary) return (value >= minRelevance ? high : low) ?? null;
    return scale.includes(value) ? value : null;
  };
  return Object.fromEntries(values.map((value) => [value, gradeOf(value)]));
}
