import type { AggregatedRun } from '@/api/types';

type Method = AggregatedRun['by'];
export type Within = NonNullable<NonNullable<AggregatedRun['parameters']>['within']>;

export const LOOP = 'loop-truncation';
export const USUAL_CUTS = '200, 100, 50';

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

export type Entered = Readonly<{ by: Method; cuts: string; within: Within; name: string | null }>;

export const BLANK: Entered = {
  by: 'sym-log-sum',
  cuts: USUAL_CUTS,
  within: 'sym-log-sum',
  name: null,
};

const cutsIn = (text: string): number[] =>
  text
    .split(/[,\s]+/)
    .filter((word) => word !== '')
    .map(Number);

/** What is wrong with the cuts, before the server is asked. */
export function cutsTrouble({ by, cuts }: Entered): string | null {
  const numbers = cutsIn(cuts);
  const isFine = numbers.length > 0 && numbers.every((n) => Number.isInteger(n) && n > 0);
  return by !== LOOP || isFine ? null : 'Enter whole numbers, the largest first.';
}

/** The form as the server takes it. */
export function requestOf(entered: Entered, run: string, name: string): AggregatedRun {
  const { by, cuts, within } = entered;
  if (by !== LOOP) return { run, by, name };
  return { run, by, name, parameters: { cuts: cutsIn(cuts), within } };
}

/** A name that tells of what it is made, and how, as far as that is known. */
export const suggestedName = (entered: Entered, run: string): string => {
  const { by, cuts, within } = entered;
  const rounds = cutsTrouble(entered) === null ? cutsIn(cuts) : [];
  return [run, by, ...(by === LOOP ? [...rounds, within] : [])].join('-');
};
