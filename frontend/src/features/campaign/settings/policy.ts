import type { PolicyChange, PolicyCost, ServingPolicy } from '@/api/types';
import { percentOf, setSentence } from '@/features/campaign/policy/topicSets';
import { counted, formatCount } from '@/shared/format/numbers';

const every = (n: number | null, what: string): string | null =>
  n === null ? null : `One in ${n} pairs is ${what}.`;

const ORDERS: Readonly<Record<ServingPolicy['order'], string>> = {
  random: 'in random order',
  fixed: 'in the order of the pool',
  priority: 'those of the highest priority first',
};

/** What a policy does, in self-contained sentences. */
export function policySentences(policy: ServingPolicy): readonly string[] {
  const { unit, order, repeat_after: after } = policy;
  const served = unit === 'topics' ? 'Whole topics are served' : 'Single pairs are served';
  const more =
    policy.extra_judgments === 0
      ? 'No further judgments are asked for where grades disagree.'
      : `A pair on whose grade assessors disagree gets up to ${counted(policy.extra_judgments, 'further judgment')}.`;
  return [
    `${served}, ${ORDERS[order]}.`,
    unit === 'topics' ? setSentence(policy) : null,
    every(policy.gold_every, 'a gold pair, if the campaign has any'),
    every(policy.repeat_every, `a repeat of one judged at least ${after} pairs before`),
    policy.rotates ? 'Half of the passages are shown from a word in their middle on.' : null,
    more,
  ].filter((sentence) => sentence !== null);
}

const FIELDS = [
  'unit',
  'order',
  'sets_offered',
  'topics_per_set',
  'new_topic_share',
  'gold_every',
  'repeat_every',
  'rotates',
  'extra_judgments',
] as const;

export type PolicyFields = Pick<ServingPolicy, (typeof FIELDS)[number]>;

/** What the form of a policy shows. */
export const fieldsOf = (policy: ServingPolicy): PolicyFields =>
  Object.fromEntries(FIELDS.map((name) => [name, policy[name]])) as PolicyFields;

export function policyChanges(before: ServingPolicy, fields: PolicyFields): PolicyChange {
  const changed = Object.entries(fields).filter(
    ([name, value]) => before[name as keyof PolicyFields] !== value,
  );
  return Object.fromEntries(changed);
}

const UNITS: Readonly<Record<ServingPolicy['unit'], string>> = {
  topics: 'whole topics',
  pairs: 'single pairs',
};

const everyPairs = (n: number | null): string => (n === null ? 'never' : `every ${n} pairs`);

/** What each setting is called in a table of changes, and how its value is written there. */
const SETTINGS: Readonly<
  Record<keyof PolicyFields, readonly [string, (fields: PolicyFields) => string]>
> = {
  unit: ['Assessors get', ({ unit }) => UNITS[unit]],
  order: ['Order', ({ order }) => ORDERS[order]],
  sets_offered: ['Sets of topics at a time', ({ sets_offered: n }) => `${n}`],
  topics_per_set: ['Topics in a set', ({ topics_per_set: n }) => `${n}`],
  new_topic_share: ['How often a set is new', (fields) => `${percentOf(fields.new_topic_share)}%`],
  gold_every: ['Gold pair', ({ gold_every: n }) => everyPairs(n)],
  repeat_every: ['Repeat of an earlier pair', ({ repeat_every: n }) => everyPairs(n)],
  rotates: ['Half of the passages from their middle on', ({ rotates }) => (rotates ? 'yes' : 'no')],
  extra_judgments: [
    'Further judgments where grades disagree',
    ({ extra_judgments: n }) => (n === 0 ? 'none' : `at most ${n} a pair`),
  ],
};

type ChangeRow = Readonly<{ setting: string; before: string; after: string }>;

/** Each changed setting, with its value before and after. */
export const changeRows = (before: PolicyFields, after: PolicyFields): readonly ChangeRow[] =>
  FIELDS.filter((name) => before[name] !== after[name]).map((name) => {
    const [setting, write] = SETTINGS[name];
    return { setting, before: write(before), after: write(after) };
  });

type CostRow = Readonly<{ judgments: string; now: string; atMost: string }>;

const upTo = (n: number): string => (n === 0 ? '0' : `up to ${formatCount(n)}`);

/** What the changes cost in judgments; `to go` are those that are wanted anyway. */
export function costRows(
  { special, ...further }: PolicyCost,
  changes: PolicyChange,
): readonly CostRow[] {
  const { n_now: nNow, n_least: nLeast, n_most: nMost } = further;
  const left = formatCount(special.n_left);
  const rows = {
    gold_every: { judgments: 'of gold pairs', now: '0', atMost: upTo(special.n_gold) },
    repeat_every: { judgments: 'repeats', now: '0', atMost: upTo(special.n_repeats) },
    extra_judgments: {
      judgments: 'further ones',
      now: formatCount(nNow),
      atMost:
        nLeast === nMost ? formatCount(nMost) : `${formatCount(nLeast)} to ${formatCount(nMost)}`,
    },
  };
  return [
    { judgments: 'to go', now: left, atMost: left },
    ...COSTLY.flatMap((name) => (name in changes ? [rows[name]] : [])),
  ];
}

/** The settings whose change costs judgments, in the order of the table. */
export const COSTLY = ['gold_every', 'repeat_every', 'extra_judgments'] as const;

/** How often grades disagreed so far, which the cost goes by. */
export function describeDisputes({
  n_finished: nFinished,
  n_disputed: nDisputed,
  n_open: nOpen,
}: PolicyCost): string {
  if (nFinished === 0)
    return 'No pair has all its judgments, so nothing is known yet of how often grades disagree.';
  const open = nOpen === 0 ? '' : ` ${counted(nOpen, 'further judgment')} already asked for.`;
  return `Grades disagree on ${formatCount(nDisputed)} of ${counted(nFinished, 'pair')} with all judgments.${open}`;
}
