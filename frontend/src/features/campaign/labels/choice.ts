import type { Derivation } from '@/api/types';
import { countsVotes, isRounded } from '@/shared/labels/aggregates';

export type Level = NonNullable<Derivation['levels']>[number];
export type Flag = NonNullable<Derivation['without_flags']>[number];

/** From the least English to the most. */
export const LEVELS: readonly Level[] = ['basic', 'intermediate', 'advanced', 'native'];

/** What an organizer chose, as the form holds it: nothing is lost when another way is looked at. */
export type Choice = Readonly<{
  aggregate: Derivation['aggregate'];
  /** From here on a vote counts as relevant; null counts whole grades. */
  threshold: number | null;
  rounding: NonNullable<Derivation['rounding']>;
  tie: NonNullable<Derivation['tie']>;
  /** What an adjudicator's decision does; it matters only where there are some. */
  decisions: NonNullable<Derivation['decisions']>;
  /** What becomes of gold and qualification pairs; it matters only where there are some. */
  gold: NonNullable<Derivation['gold']>;
  fallback: string | null;
  /** Where labels are grades; null is the midpoint of the scale. */
  minRelevance: number | null;
  minAssessors: number;
  minVotes: number;
  /** In percent; null drops nobody. */
  maxBlank: number | null;
  requiresFallback: boolean;
  onlyTopicsOf: string | null;
  /** Model assessors whose votes count, by pseudonym. */
  models: readonly string[];
  countsSimulated: boolean;
  /** Of people; null takes those too who did not say. */
  leastLevel: Level | null;
  /** Quadratic kappa with the median of the others; null leaves nobody out. */
  minAgreement: number | null;
  withoutFlags: readonly Flag[];
  /** People whose votes are left out, by pseudonym. */
  without: readonly string[];
}>;

export const START: Choice = {
  aggregate: 'majority',
  threshold: null,
  rounding: 'up',
  tie: 'unjudged',
  decisions: 'ignore',
  gold: 'expert',
  fallback: null,
  minRelevance: null,
  minAssessors: 1,
  minVotes: 1,
  maxBlank: null,
  requiresFallback: false,
  onlyTopicsOf: null,
  models: [],
  countsSimulated: false,
  leastLevel: null,
  minAgreement: null,
  withoutFlags: [],
  without: [],
};

type Voters = Readonly<{
  n_decisions: number;
  n_expert_grades: number;
  assessors: readonly Readonly<{ kind: string }>[];
}>;

/**
 * Where adjudicators decided on pairs, their decisions take the place of the votes at first; where an
 * expert graded pairs, that grade is their label. Where nobody but simulated assessors voted, their votes count.
 */
export const startOf = (
  { n_decisions, n_expert_grades, assessors }: Voters,
  without: readonly string[] = [],
): Choice => ({
  ...START,
  ...(n_decisions > 0 && { decisions: 'override' }),
  ...(n_expert_grades === 0 && { gold: 'none' }),
  countsSimulated: assessors.length > 0 && assessors.every(({ kind }) => kind === 'simulated'),
  without,
});

export const isBinary = ({ aggregate, threshold }: Choice): boolean =>
  countsVotes(aggregate) && threshold !== null;

/** The midpoint of the scale, rounded up: what counts as relevant where nothing else is said. */
export const midpoint = (scale: readonly number[]): number =>
  Math.ceil((Math.min(...scale) + Math.max(...scale)) / 2);

/** Only two outcomes can be decided by other labels; whole grades cannot. */
const tieOf = (choice: Choice): Choice['tie'] =>
  choice.tie === 'fallback' && !isBinary(choice) ? 'unjudged' : choice.tie;

/** A median has no ties that could be decided. */
export const decisionsOf = ({ aggregate, decisions }: Choice): Choice['decisions'] =>
  !countsVotes(aggregate) && decisions === 'tie' ? 'ignore' : decisions;

export const needsFallback = (choice: Choice): boolean =>
  choice.requiresFallback || (countsVotes(choice.aggregate) && tieOf(choice) === 'fallback');

/** Whether the lowest relevant grade may be chosen: not beside a threshold, nor where topics are filtered by it. */
export const takesMinRelevance = (choice: Choice): boolean =>
  !countsVotes(choice.aggregate) || (choice.threshold === null && !choice.requiresFallback);

/** Between two grades: of a median or mean, or where a tie is given a median. */
export const rounds = (choice: Choice): boolean =>
  isRounded(choice.aggregate) || (countsVotes(choice.aggregate) && tieOf(choice) === 'median');

const given = <Value>(value: Value | null): value is Value => value !== null;

const votersOf = (choice: Choice) => ({
  ...(choice.countsSimulated && { kinds: ['human' as const, 'simulated' as const] }),
  ...(choice.models.length > 0 && { models: [...choice.models] }),
  ...(given(choice.leastLevel) && { levels: LEVELS.slice(LEVELS.indexOf(choice.leastLevel)) }),
  ...(choice.withoutFlags.length > 0 && { without_flags: [...choice.withoutFlags] }),
  ...(choice.without.length > 0 && { without: [...choice.without] }),
});

const filtersOf = ({ maxBlank, minAgreement, onlyTopicsOf, ...choice }: Choice) => ({
  ...(given(maxBlank) && { max_blank_share: maxBlank / 100 }),
  ...(given(minAgreement) && { min_agreement: minAgreement }),
  ...(given(onlyTopicsOf) && { only_topics_of: onlyTopicsOf }),
  min_assessors: choice.minAssessors,
  min_votes: choice.minVotes,
  require_fallback_relevant: choice.requiresFallback,
});

/** The request; what does not matter under this choice is left out, or as it would be anyway. */
export function derivationOf(choice: Choice): Derivation {
  const { aggregate, threshold, fallback, minRelevance } = choice;
  const counts = countsVotes(aggregate);
  return {
    aggregate,
    tie: counts ? tieOf(choice) : START.tie,
    rounding: rounds(choice) ? choice.rounding : START.rounding,
    decisions: decisionsOf(choice),
    gold: choice.gold,
    ...(counts && given(threshold) && { threshold }),
    ...(takesMinRelevance(choice) && given(minRelevance) && { min_relevance: minRelevance }),
    ...(needsFallback(choice) && given(fallback) && { fallback }),
    ...votersOf(choice),
    ...filtersOf(choice),
  };
}

/** What is still missing, in one sentence; empty when nothing is. */
export const missing = (choice: Choice): string =>
  needsFallback(choice) && choice.fallback === null
    ? 'Choose the deciding labels, or another rule.'
    : '';

function namedAs({ aggregate, threshold, rounding }: Choice): string {
  if (isRounded(aggregate) && rounding !== START.rounding) return `${aggregate}-${rounding}`;
  return countsVotes(aggregate) && threshold !== null
    ? `${aggregate}-from-${threshold}`
    : aggregate;
}

/** A name that says how the labels came about, and that nothing has yet. */
export function suggestName(campaign: string, choice: Choice, taken: readonly string[]): string {
  const decided = decisionsOf(choice) === 'ignore' ? '' : '-decided';
  const fewer = choice.without.length === 0 ? '' : `-without-${choice.without.length}`;
  const first = `${campaign}-${namedAs(choice)}${decided}${fewer}`;
  let name = first;
  for (let n = 2; taken.includes(name); n += 1) name = `${first}-${n}`;
  return name;
}
