import type { PairChoices, PairsSought } from '@/api/types';
import { formatMany } from '@/features/campaign/kit/formatMany';
import { SHORT_REASONS } from '@/features/campaign/kit/shortReason';

/** What the list shows, and its order; a part that is left out narrows nothing. */
export type Search = Readonly<PairsSought>;
export type Order = NonNullable<Search['order']>;
export type Only = PairChoices['only'][number]['only'];
export type Kind = NonNullable<Search['kind']>;
/** A part that is undefined is taken away. */
export type Change = Readonly<{ [Key in keyof Search]: Search[Key] | undefined }>;

export const FIRST_ORDER: Order = 'pool';

export const ORDERS: Readonly<Record<Order, string>> = {
  pool: 'As pooled',
  spread: 'Furthest apart',
  not_judged: 'Most not judged',
  unsure: 'Least sure',
  newest: 'Newest answer',
};

/** Each filter of the list: its name, and what it keeps. */
export const ONLY: Readonly<Record<Only, readonly [name: string, meaning: string]>> = {
  tied: ['Tied', 'no grade has more than half of the votes'],
  apart: ['Far apart', 'the lowest and the highest grade are 2 or more apart'],
  not_judged: ['Not judged', 'somebody could not judge it'],
  waiting: ['Set aside', 'it waits for adjudication: too many could not judge it'],
  unsure: ['Unsure', 'somebody’s confidence is 2 of 5 or lower'],
  off_gold: ['Gold missed', 'somebody missed the known grade'],
  noted: ['With a note', 'somebody wrote a note'],
  chosen: ['Chosen', 'an organizer chose it for adjudication'],
  decided: ['Decided', 'an adjudicator decided on it'],
  undecided: ['Not decided', 'no adjudicator decided on it'],
  found: ['Found by search', 'an assessor found it by words'],
  control: ['Control sample', 'it was drawn at random for the control sample'],
  highlighted: ['With highlights', 'somebody highlighted words'],
};

/** By which kinds adjudicators are asked most. */
const TO_DECIDE: readonly Only[] = ['tied', 'apart', 'waiting'];

type Count = PairChoices['only'][number];

/** "3"; "3, 2 to decide" where a pair is decided or its grade is known, which no adjudicator is asked. */
export const sayCount = ({ only, n, n_undecided: nLeft }: Count): string =>
  TO_DECIDE.includes(only) && nLeft < n
    ? `${formatMany(n)}, ${formatMany(nLeft)} to decide`
    : formatMany(n);

export const KINDS: Readonly<Record<Kind, string>> = {
  regular: 'regular',
  overlap: 'overlap',
  gold: 'gold',
  qualification: 'qualification',
};

function known<Key extends string>(
  names: Readonly<Record<Key, unknown>>,
  value: string | null,
): Key | undefined {
  return value !== null && Object.hasOwn(names, value) ? (value as Key) : undefined;
}

const wordsOf = (text: string | null): string | undefined =>
  text === null || text.trim() === '' ? undefined : text;

const idOf = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

const gradeOf = (text: string | null): number | undefined =>
  text !== null && /^-?\d{1,4}$/.test(text) ? Number(text) : undefined;

/** The same without the parts that say nothing. */
function tidy({ order, only = [], ...rest }: Change): Search {
  const parts = {
    order: order === FIRST_ORDER ? undefined : order,
    only: only.length === 0 ? undefined : only,
    ...rest,
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

export const changed = (search: Search, part: Change): Search => tidy({ ...search, ...part });

/** What the address asks for; what it asks for and is not known narrows nothing. */
export function searchOf(params: URLSearchParams): Search {
  const only = params.getAll('only').flatMap((one) => known(ONLY, one) ?? []);
  return tidy({
    order: known(ORDERS, params.get('order')),
    only: [...new Set(only)],
    kind: known(KINDS, params.get('kind')),
    stratum: params.get('stratum') ?? undefined, // '' is the stratum of pairs without one
    query_id: wordsOf(params.get('query_id')),
    words: wordsOf(params.get('words')),
    assessor: wordsOf(params.get('assessor')),
    grade: gradeOf(params.get('grade')),
    reason: known(SHORT_REASONS, params.get('reason')),
    far_from: idOf(params.get('far_from')),
  });
}

const KEYS = [
  ...(['order', 'only', 'kind', 'stratum', 'query_id'] as const),
  ...(['words', 'assessor', 'grade', 'reason', 'far_from'] as const),
];

/** The search as the end of an address: "?only=tied&order=spread", or nothing. */
export function addressOf(search: Search): string {
  const pairs = KEYS.flatMap((key) => [search[key] ?? []].flat().map((value) => [key, `${value}`]));
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

export const toggled = ({ only = [] }: Search, one: Only): Change => ({
  only: only.includes(one) ? only.filter((other) => other !== one) : [...only, one],
});

/**
 * The filters that keep some pair, and those that are chosen. That a pair is not decided is worth a
 * filter beside another one, once some pair is decided.
 */
export function offered(counts: PairChoices['only'], chosen: readonly Only[]): PairChoices['only'] {
  const someAreDecided = counts.some(({ only, n }) => only === 'decided' && n > 0);
  const isBesides = someAreDecided && chosen.some((only) => only !== 'decided');
  return counts.filter(
    ({ only, n }) => chosen.includes(only) || (n > 0 && (only !== 'undecided' || isBesides)),
  );
}

export const isNarrowed = (search: Search): boolean =>
  Object.keys(search).some((key) => key !== 'order');
