export type Policy = Readonly<Record<string, unknown>>;

const print = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const isSet = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== false && value !== '';

function aggregation({ aggregate, threshold, round }: Policy): string {
  if (aggregate === 'majority') {
    const what = isSet(threshold) ? `votes of ${print(threshold)} or more` : 'votes';
    return `majority of ${what}`;
  }
  return isSet(round) ? `${print(aggregate)} of the votes, rounded ${print(round)}` : `${print(aggregate)} of the votes`;
}

const percent = (share: unknown): string => `${Math.round(Number(share) * 100)}%`;

/** One phrase for each setting that changes the labels, in the order in which they are applied. */
const PHRASES: Readonly<Record<string, (value: unknown, policy: Policy) => string>> = {
  max_blank_share: (v) => `without assessors who left over ${percent(v)} of a topic blank`,
  min_assessors: (v) => `topics with at least ${print(v)} assessors`,
  min_votes: (v) => (v === 1 ? '' : `pairs with at least ${print(v)} votes`),
  aggregate: (_, policy) => aggregation(policy),
  tie: (v, { fallback }) =>
    v === 'fallback' ? `ties by ${print(fallback)}` : `ties ${v === 'unjudged' ? 'left unjudged' : `by the ${print(v)}`}`,
  require_fallback_relevant: (_, { fallback }) =>
    `topics where a passage relevant in ${print(fallback)} stayed relevant`,
  only_topics_of: (v) => `only the topics of ${print(v)}`,
};

/** Told within another phrase. */
const TOLD = new Set(['threshold', 'round', 'fallback', 'min_relevance']);

/** How a derived label set came out of its votes, in words; a setting unknown here is shown as it is. */
export function policyWords(policy: Policy): string {
  const known = Object.entries(PHRASES).flatMap(([key, phrase]) =>
    isSet(policy[key]) ? [phrase(policy[key], policy)] : [],
  );
  const unknown = Object.entries(policy).flatMap(([key, value]) =>
    !(key in PHRASES) && !TOLD.has(key) && isSet(value) ? [`${key}: ${print(value)}`] : [],
  );
  return [...known, ...unknown].filter((phrase) => phrase !== '').join('; ');
}
