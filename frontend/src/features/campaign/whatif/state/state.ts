import type { CampaignLabels, StateQuery } from '@/api/types';
import { derivationOf, midpoint, startOf } from '@/features/campaign/labels/choice';
import type { Choice } from '@/features/campaign/labels/choice';
import { AGGREGATES, ROUNDINGS } from '@/features/campaign/labels/ruleTexts';
import { NOTHING, readCarried, withCarried } from '@/features/campaign/whatif/state/carried';
import type { Carried } from '@/features/campaign/whatif/state/carried';
import { OFFERED } from '@/shared/evaluation/measures';
import { countsVotes } from '@/shared/labels/aggregates';

export type Unjudged = NonNullable<StateQuery['unjudged']>;

/** A policy over the votes, and the runs that are looked at under its labels. */
export type State = Readonly<{
  choice: Choice;
  carried: Carried;
  /** Null takes the whole pool. */
  poolDepth: number | null;
  unjudged: Unjudged;
  runs: readonly string[];
  measure: string;
  /** The two runs in focus; null is the best, and the best of the others. */
  first: string | null;
  second: string | null;
  /** Labels to compare the order with. */
  reference: string | null;
}>;

/** What a state may name. */
export type Offered = Readonly<{
  labels: CampaignLabels;
  /** Runs over the topics and passages of the campaign, those of its pool first. */
  runs: readonly string[];
  /** Those of them over its very topics and passages, no variants. */
  originals: readonly string[];
  poolDepth: number | null;
}>;

const MOST_AT_FIRST = 20;
const DECISIONS = ['ignore', 'tie', 'vote', 'override'] as const;
const TIES = ['fallback', 'highest', 'lowest', 'median', 'unjudged'] as const;
const GOLD = ['none', 'expert'] as const;
export const UNJUDGED = ['not_relevant', 'left_out'] as const;

const gradesOf = ({ labels }: Offered): number[] => labels.scale.map(({ value }) => value);

/** Grades that labels may be relevant from: all but the lowest. */
export const thresholdsOf = (offered: Offered): number[] =>
  gradesOf(offered)
    .toSorted((a, b) => a - b)
    .slice(1);

/** The grade that counts as relevant from here on. */
export const relevantFrom = ({ threshold, minRelevance }: Choice): number =>
  threshold ?? minRelevance ?? 1;

/** Whether labels keep grades that votes could be counted above instead. */
export const keepsGrades = ({ aggregate, threshold }: Choice): boolean =>
  countsVotes(aggregate) && threshold === null;

/** The choice with another grade to be relevant from. Each kind of rule has its own field for it. */
export const withRelevantFrom = (choice: Choice, grade: number): Partial<Choice> => ({
  threshold: keepsGrades(choice) ? null : grade,
  minRelevance: grade,
});

/**
 * Ties as the rule can have them. The median of relevant and not relevant is one of the two, by the
 * rounding; whole grades cannot be left to other labels, and stay without one.
 */
export function fittingTie(choice: Choice): Choice['tie'] {
  const { aggregate, tie, rounding } = choice;
  if (!countsVotes(aggregate)) return tie;
  if (keepsGrades(choice)) return tie === 'fallback' ? 'unjudged' : tie;
  if (tie !== 'median') return tie;
  return rounding === 'up' ? 'highest' : 'lowest';
}

/** The pool's runs; without them the original ones, and where these are too few variants as well. */
function runsAtFirst({ labels, runs, originals }: Offered): readonly string[] {
  const pooled = labels.question.pool_runs.filter((name) => runs.includes(name));
  const found = [pooled, originals].find((some) => some.length > 1) ?? runs;
  return found.slice(0, MOST_AT_FIRST);
}

/** What is shown before anything is chosen. */
export function startState(offered: Offered): State {
  const from = midpoint(gradesOf(offered));
  const choice: Choice = {
    ...startOf(offered.labels),
    tie: 'highest',
    threshold: from,
    minRelevance: from,
  };
  return {
    choice,
    carried: NOTHING,
    poolDepth: null,
    unjudged: 'not_relevant',
    runs: runsAtFirst(offered),
    measure: OFFERED.whatIf[0] ?? '',
    first: null,
    second: null,
    reference: null,
  };
}

/** The value of a name in an address, where it is one of these. */
const oneOf =
  (params: URLSearchParams) =>
  <Value extends string, Other>(
    name: string,
    known: readonly Value[],
    other: Other,
  ): Value | Other =>
    known.find((value) => value === params.get(name)) ?? other;

function wholeOf(params: URLSearchParams, name: string, min: number, max: number): number | null {
  const text = params.get(name) ?? '';
  const value = Number(text);
  return /^-?\d+$/.test(text) && value >= min && value <= max ? value : null;
}

const known = (names: readonly string[], offered: readonly string[]): readonly string[] =>
  offered.filter((name) => names.includes(name));

const MOST = 10_000;

/** The threshold of the address, of votes or of labels. */
function readRelevant(
  params: URLSearchParams,
  offered: Offered,
  start: Choice,
): Pick<Choice, 'threshold' | 'minRelevance'> {
  const grades = thresholdsOf(offered);
  const [vote, label] = ['threshold', 'min_relevance'].map((name) =>
    grades.find((grade) => `${grade}` === params.get(name)),
  );
  const from = vote ?? label ?? relevantFrom(start);
  const aggregate = params.get('aggregate') ?? start.aggregate;
  const isGraded = countsVotes(aggregate) && vote === undefined && label !== undefined;
  return { threshold: isGraded ? null : from, minRelevance: from };
}

function readVoters(params: URLSearchParams, { labels }: Offered, start: Choice): Partial<Choice> {
  const kinds = params.getAll('kinds');
  const people = labels.assessors.map(({ name }) => name);
  const models = labels.model_assessors.map(({ pseudonym }) => pseudonym);
  return {
    countsSimulated: kinds.length === 0 ? start.countsSimulated : kinds.includes('simulated'),
    models: known(params.getAll('models'), models),
    without: known(params.getAll('without'), people),
  };
}

function readChoice(params: URLSearchParams, offered: Offered, start: Choice): Choice {
  const pick = oneOf(params);
  const rules = AGGREGATES.map(({ value }) => value);
  const choice: Choice = {
    ...start,
    aggregate: pick('aggregate', rules, start.aggregate),
    tie: pick('tie', TIES, start.tie),
    rounding: pick(
      'rounding',
      ROUNDINGS.map(({ value }) => value),
      start.rounding,
    ),
    decisions: pick('decisions', DECISIONS, start.decisions),
    gold: pick('gold', GOLD, start.gold),
    fallback: pick('fallback', offered.labels.fallbacks, start.fallback),
    minAssessors: wholeOf(params, 'min_assessors', 1, MOST) ?? start.minAssessors,
    minVotes: wholeOf(params, 'min_votes', 1, MOST) ?? start.minVotes,
    requiresFallback: params.get('require_fallback_relevant') === 'true',
    ...readRelevant(params, offered, start),
    ...readVoters(params, offered, start),
  };
  // Ties cannot be left to labels that nobody named.
  const isUndecided = choice.tie === 'fallback' && choice.fallback === null;
  return { ...choice, tie: isUndecided ? start.tie : fittingTie(choice) };
}

/**
 * The state of an address. What it leaves out, and what is unknown here, is as at the start. A measure
 * is for the API to know.
 */
export function readState(params: URLSearchParams, offered: Offered): State {
  const start = startState(offered);
  const pick = oneOf(params);
  const named = known((params.get('runs') ?? '').split(','), offered.runs);
  const runs = named.length > 1 ? named : start.runs;
  const first = pick('first', runs, null);
  return {
    choice: readChoice(params, offered, start.choice),
    carried: readCarried(params, offered.labels),
    poolDepth: wholeOf(params, 'pool_depth', 1, MOST),
    unjudged: pick('unjudged', UNJUDGED, start.unjudged),
    runs,
    measure: params.get('measure') || start.measure,
    first,
    second: pick(
      'second',
      runs.filter((name) => name !== first),
      null,
    ),
    reference: pick('reference', offered.labels.topic_labels, null),
  };
}

/** The policy, as a request and a stored label set have it. */
export function policyOf({ choice, carried, poolDepth }: State) {
  const derivation = withCarried(derivationOf(choice), carried);
  return { ...derivation, ...(poolDepth !== null && { pool_depth: poolDepth }) };
}

/** What the policy leaves out of an address: it is so unless another is chosen. */
export const USUAL: Readonly<Record<string, string | number | boolean>> = {
  rounding: 'up',
  min_assessors: 1,
  min_votes: 1,
  require_fallback_relevant: false,
};

/** The address of a state, by the names of the API. */
export function printState(state: State): string {
  const { choice, carried, runs, measure, unjudged, first, second, reference } = state;
  const { tie, rounding, decisions, fallback, minRelevance } = choice;
  const kinds = carried.kinds ?? (choice.countsSimulated ? ['human', 'simulated'] : ['human']);
  // As chosen, though they may not matter under this rule: another one takes them up again.
  const chosen = {
    ...{ kinds, tie, rounding, decisions, fallback },
    ...(keepsGrades(choice) && { min_relevance: minRelevance }),
  };
  const policy = Object.entries({ ...policyOf(state), ...chosen }).filter(
    ([name, value]) => USUAL[name] !== value,
  );
  const rest = { unjudged, runs: runs.join(','), measure, first, second, reference };
  const pairs = [...policy, ...Object.entries(rest)].flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, `${one}`]),
  );
  return new URLSearchParams(pairs).toString().replaceAll('%2C', ',').replaceAll('%40', '@');
}
