import type { ComputedRun } from '@/api/types';
import { BM25_NUMBERS, bm25Part, DEPTH, RM3_NUMBERS } from '@/features/ranking/bm25';
import type { NumberName, NumberOption } from '@/features/ranking/bm25';

/** What stands in the form: numbers as they were typed, and no name while nobody typed one. */
export type Entered = Readonly<{
  collection: string;
  topic_set: string;
  name: string | null;
  usesRm3: boolean;
  numbers: Readonly<Record<NumberName, string>>;
}>;

export const ALL_NUMBERS: readonly NumberOption[] = [DEPTH, ...BM25_NUMBERS, ...RM3_NUMBERS];
const LONGEST_STEM = 190; // which leaves room for a number behind it

/** The numbers that count: those of RM3 only where it is used. */
export const numbersAsked = ({ usesRm3 }: Pick<Entered, 'usesRm3'>): readonly NumberOption[] =>
  usesRm3 ? ALL_NUMBERS : [DEPTH, ...BM25_NUMBERS];

export const USUAL = Object.fromEntries(
  ALL_NUMBERS.map(({ name, usual }) => [name, usual]),
) as Entered['numbers'];

type Named = Readonly<{ name: string }>;

/** What was asked for, if it is there; else the only one, if there is but one. */
export function choiceOf(asked: string | null, rows: readonly Named[]): string {
  const found = rows.find(({ name }) => name === asked) ?? (rows.length === 1 ? rows[0] : null);
  return found?.name ?? '';
}

/** A name that tells what is ranked, by what, and all that is not as usual. */
export function suggestedName(entered: Entered): string {
  const { collection, topic_set: topicSet, usesRm3, numbers } = entered;
  if (collection === '' || topicSet === '') return '';
  const changed = (options: readonly NumberOption[]): string[] =>
    options
      .filter(({ name, usual }) => Number(numbers[name]) !== Number(usual))
      .map(({ name, short }) => `${short}=${numbers[name]}`);
  const rm3 = usesRm3 ? ['rm3', ...changed(RM3_NUMBERS)] : [];
  const how = ['bm25', ...changed(BM25_NUMBERS), ...rm3, ...changed([DEPTH])];
  return [...how, collection, topicSet].join('-').slice(0, LONGEST_STEM);
}

/** The form as the server takes it; every number that counts must be one. */
export function requestOf(entered: Entered, name: string): ComputedRun {
  const { collection, topic_set, usesRm3 } = entered;
  const numbers = Object.fromEntries(
    ALL_NUMBERS.map((option) => [option.name, Number(entered.numbers[option.name])]),
  ) as Record<NumberName, number>;
  const { depth } = numbers;
  return { name, collection, topic_set, depth, ...bm25Part(numbers, usesRm3) };
}
