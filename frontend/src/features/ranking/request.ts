import type { ComputedRun, Run } from '@/api/types';
import {
  BM25_NUMBERS,
  bm25Part,
  DEPTH,
  RM3_NUMBERS,
  USUALLY_SETTLED,
} from '@/features/ranking/bm25';
import type { NumberName, NumberOption, Settled } from '@/features/ranking/bm25';

/** What stands in the form: numbers as they were typed, and no name while nobody typed one. */
export type Entered = Readonly<{
  settled: Settled;
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

/** What is chosen where there is but one. */
const onlyOf = (rows: readonly Named[]): string => (rows.length === 1 ? (rows[0]?.name ?? '') : '');

/** The form before anybody enters anything. */
export const blank = (collections: readonly Named[], topicSets: readonly Named[]): Entered => ({
  collection: onlyOf(collections),
  topic_set: onlyOf(topicSets),
  name: null,
  usesRm3: false,
  numbers: USUAL,
  settled: USUALLY_SETTLED,
});

/** The form as it stood when a run was asked for. */
export function enteredAgain({ name, collection, topic_set, ...asked }: ComputedRun): Entered {
  const { depth, k1, b, rm3 = null, ...rest } = asked;
  const numbers = Object.entries({ depth, k1, b, ...rm3 }).map(([key, n]) => [key, `${n}`]);
  return {
    collection,
    topic_set,
    name,
    usesRm3: rm3 !== null,
    numbers: { ...USUAL, ...Object.fromEntries(numbers) } as Entered['numbers'],
    settled: rest,
  };
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

/** The form as it stood when that run was asked for; null where there is none, or not from a form. */
export function askedBefore(runs: readonly Run[], name: string | null): Entered | null {
  const asked = runs.find((run) => run.name === name)?.asked ?? null;
  return asked === null ? null : enteredAgain(asked);
}

/** The form as the server takes it; every number that counts must be one. */
export function requestOf(entered: Entered, name: string): ComputedRun {
  const { collection, topic_set, usesRm3, settled } = entered;
  const numbers = Object.fromEntries(
    ALL_NUMBERS.map((option) => [option.name, Number(entered.numbers[option.name])]),
  ) as Record<NumberName, number>;
  const { depth } = numbers;
  return { name, collection, topic_set, depth, ...bm25Part(numbers, usesRm3), ...settled };
}
