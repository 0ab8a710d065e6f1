import { countsVotes, isRounded } from '@/shared/labels/aggregates';

const LIST = new Intl.ListFormat('en');
const OR = new Intl.ListFormat('en', { type: 'disjunction' });

type Policy = Readonly<Record<string, unknown>>;

const print = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const isSet = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== false && value !== '';

/** Other label sets are written down with their hash; here their name is enough. */
const nameOf = (labels: unknown): string =>
  typeof labels === 'object' && labels !== null && 'name' in labels
    ? print(labels.name)
    : print(labels);

const NAMES: Readonly<Record<string, string>> = {
  plurality: 'what most votes say',
  unanimous: 'what all votes say',
  weighted: 'majority of the votes, weighted by competence',
  'dawid-skene': 'the most likely value by Dawid and Skene',
};

function aggregation({ aggregate, threshold, rounding }: Policy): string {
  const name = NAMES[print(aggregate)] ?? `${print(aggregate)} of the votes`;
  if (isRounded(aggregate)) return `${name}, rounded ${print(rounding)}`;
  return isSet(threshold) && countsVotes(aggregate)
    ? `${name}, relevant from ${print(threshold)} up`
    : name;
}

function tie({ aggregate, tie: rule, fallback }: Policy): string {
  if (!countsVotes(aggregate)) return '';
  if (rule === 'fallback') return `ties by ${nameOf(fallback)}`;
  return rule === 'unjudged' ? 'ties left unjudged' : `ties by the ${print(rule)}`;
}

const atLeast = (what: string, n: unknown, of: string): string =>
  n === 1 ? '' : `${what} with at least ${print(n)} ${of}`;

/** Sets from before there were decisions do not name them; a median has no ties to decide. */
function decisions({ decisions: rule, aggregate }: Policy): string {
  if (rule === 'ignore' || (rule === 'tie' && !countsVotes(aggregate))) return '';
  const known: Readonly<Record<string, string>> = {
    override: 'decisions of adjudicators in the place of votes',
    vote: 'decisions of adjudicators as one more vote',
    tie: 'ties by decisions of adjudicators first',
  };
  return known[print(rule)] ?? `decisions: ${print(rule)}`;
}

const percent = (share: unknown): string => `${Math.round(Number(share) * 100)}%`;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const hasSome = (value: unknown): boolean => listOf(value).length > 0;

const WHO: Readonly<Record<string, string>> = {
  human: 'people',
  simulated: 'simulated assessors',
  model: 'models',
};

/** Labels come from people unless it is said. */
function kinds(named: unknown): string {
  const names = listOf(named).map(print);
  if (names.join() === 'human') return '';
  return `votes of ${LIST.format(names.map((kind) => WHO[kind] ?? kind))}`;
}

function models(named: unknown): string {
  const names = listOf(named).map(nameOf);
  return `with the votes of ${LIST.format(names)} (${names.length === 1 ? 'a model' : 'models'})`;
}

/** Whoever was left out for a flag is written down with it. */
const pseudonymOf = (assessor: unknown): string =>
  typeof assessor === 'object' && assessor !== null && 'pseudonym' in assessor
    ? `${print(assessor.pseudonym)} (flagged)`
    : print(assessor);

/** Of a stored set, those who had a flag are named. */
function flagged(flags: unknown, without: unknown): string {
  const isNamed = listOf(without).some((one) => typeof one === 'object');
  return isNamed ? '' : `without assessors flagged for ${OR.format(listOf(flags).map(print))}`;
}

const namesOf = (value: unknown): string => LIST.format(listOf(value).map(pseudonymOf));

/** One phrase for each setting that changes the labels, in the order in which they are applied. */
const PHRASES: Readonly<Record<string, (value: unknown, policy: Policy) => string>> = {
  kinds: (v) => kinds(v),
  models: (v) => (hasSome(v) ? models(v) : ''),
  only: (v) => (hasSome(v) ? `the votes of ${namesOf(v)} alone` : ''),
  levels: (v) => (hasSome(v) ? `people whose English is ${OR.format(listOf(v).map(print))}` : ''),
  without: (v) => (hasSome(v) ? `without the votes of ${namesOf(v)}` : ''),
  without_flags: (v, { without }) => (hasSome(v) ? flagged(v, without) : ''),
  pool_depth: (v) => `pairs down to rank ${print(v)} of the pooled runs`,
  max_blank_share: (v) => `without assessors who left over ${percent(v)} of a topic blank`,
  min_agreement: (v) => `assessors whose kappa with the others is ${print(v)} or more`,
  min_assessors: (v) => atLeast('topics', v, 'assessors'),
  min_votes: (v) => atLeast('pairs', v, 'votes'),
  decisions: (_, policy) => decisions(policy),
  aggregate: (_, policy) => aggregation(policy),
  tie: (_, policy) => tie(policy),
  gold: (v) => (v === 'expert' ? 'gold pairs by the known grade' : ''),
  require_fallback_relevant: (_, { fallback }) =>
    `topics where a passage relevant in ${nameOf(fallback)} stayed relevant`,
  only_topics_of: (v) => `only the topics of ${nameOf(v)}`,
};

/** Covered by another phrase, or shown beside it. */
const COVERED = new Set(['scale', 'threshold', 'rounding', 'fallback', 'min_relevance', 'seed']);

/** How a derived label set came out of its votes, in words; a setting unknown here is shown as it is. */
export function describePolicy(policy: Policy): string {
  const known = Object.entries(PHRASES).flatMap(([key, phrase]) =>
    isSet(policy[key]) ? [phrase(policy[key], policy)] : [],
  );
  const unknown = Object.entries(policy).flatMap(([key, value]) =>
    !(key in PHRASES) && !COVERED.has(key) && isSet(value) ? [`${key}: ${print(value)}`] : [],
  );
  return [...known, ...unknown].filter((phrase) => phrase !== '').join('; ');
}

type Made = Readonly<{ source: 'imported' | 'derived' | 'combined'; policy: Policy | null }>;

/** By what a label set was made of votes or of other sets, in full; '' of one that was imported. */
export function describeRules({ source, policy }: Made): string {
  if (policy === null || source === 'imported') return '';
  return source === 'combined' ? describeCombination(policy) : describePolicy(policy);
}

/** The same in a few words: what a pair’s votes come to, without filters and ties. */
export function describeShortly({ source, policy }: Made): string {
  const isDerived = source === 'derived' && policy !== null;
  return isDerived ? aggregation(policy) : describeRules({ source, policy });
}

/** What a combined label set came of: "union of old and new". */
export function describeCombination(policy: Policy | null): string {
  const names = listOf(policy?.parents).map(nameOf);
  return `${print(policy?.rule ?? 'combination')} of ${LIST.format(names)}`;
}
