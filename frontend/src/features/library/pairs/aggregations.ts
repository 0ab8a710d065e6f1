import type { AggregatedRun } from '@/api/types';

type Method = AggregatedRun['by'];
type Within = NonNullable<NonNullable<AggregatedRun['parameters']>['within']>;

export const LOOP = 'loop-truncation';
const USUAL_CUTS = '200, 100, 50';

/** What each makes of the probabilities p(i, j) that passage i is more relevant than j. */
export const ABOUT: Readonly<Record<Method, string>> = {
  sum: 'Adds p(i, j) over all j.',
  'log-sum': 'Adds log p(i, j) over all j.',
  'sym-sum': 'Adds p(i, j) and 1 − p(j, i) over all j, so that both orders count.',
  'sym-log-sum': 'Adds the logarithms of p(i, j) and 1 − p(j, i) over all j.',
  'out-of-flip':
    'As sym-log-sum, over those j alone that do not flip with the worst passage of the first stage.',
  'score-distance': 'Adds log p(i, j), weighted by how well both orders agree.',
  'loop-truncation': 'Adds up, keeps the best, adds up again among those, and so on.',
};

export const METHODS = Object.keys(ABOUT) as Method[];
export const WITHIN: readonly Within[] = ['sym-log-sum', 'sym-sum', 'sum', 'log-sum'];

export type Entered = Readonly<{
  by: Method;
  cuts: string;
  within: Within;
  /** Of how many candidates pairs count; empty takes all, and several make a run each. */
  firstN: string;
  name: string | null;
}>;

export const BLANK: Entered = {
  by: 'sym-log-sum',
  cuts: USUAL_CUTS,
  within: 'sym-log-sum',
  firstN: '',
  name: null,
};

const numbersIn = (text: string): number[] =>
  text
    .split(/[,\s]+/)
    .filter((word) => word !== '')
    .map(Number);

const areCounts = (numbers: readonly number[], least: number): boolean =>
  numbers.every((n) => Number.isInteger(n) && n >= least);

/** How many runs the server makes at once. */
const MOST_FIRST_N = 20;

/** What is wrong with the first n, before the server is asked. */
export function firstNTrouble({ firstN }: Entered): string | null {
  const first = numbersIn(firstN);
  if (!areCounts(first, 2)) return 'Enter whole numbers from 2 on, as 30, 50, 100.';
  const again = first.find((n, place) => first.indexOf(n) < place);
  if (again !== undefined) return `${again} appears twice; enter each number once.`;
  return first.length > MOST_FIRST_N ? `Enter at most ${MOST_FIRST_N} numbers.` : null;
}

/** What is wrong with the cuts, before the server is asked. */
export function cutsTrouble({ by, cuts }: Entered): string | null {
  const numbers = numbersIn(cuts);
  const isFine = numbers.length > 0 && areCounts(numbers, 1);
  return by !== LOOP || isFine ? null : 'Enter whole numbers, the largest first.';
}

/** The names of what is made: one for each first n where there are several. */
export function namesOf({ firstN }: Entered, name: string): string[] {
  const first = numbersIn(firstN);
  return first.length < 2 ? [name] : first.map((n) => `${name}-${n}`);
}

/** The form as the server takes it. */
export function requestOf(entered: Entered, run: string, name: string): AggregatedRun {
  const { by, cuts, within, firstN } = entered;
  const loop = by === LOOP ? { parameters: { cuts: numbersIn(cuts), within } } : {};
  const first = numbersIn(firstN);
  return { run, by, name, ...loop, ...(first.length > 0 && { first_n: first }) };
}

/** A name that says what it is made of, and how, as far as that is known. */
export const suggestedName = (entered: Entered, run: string): string => {
  const { by, cuts, within, firstN } = entered;
  const rounds = cutsTrouble(entered) === null ? numbersIn(cuts) : [];
  const first = firstNTrouble(entered) === null ? numbersIn(firstN) : [];
  const loop = by === LOOP ? [...rounds, within] : [];
  const ending = first.length === 1 ? ['first', ...first] : first.length > 1 ? ['first'] : [];
  return [run, by, ...loop, ...ending].join('-');
};
