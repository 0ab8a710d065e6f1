import type { PolicyChange, ServingPolicy } from '@/api/types';
import { counted } from '@/shared/format/numbers';
import { setSentence } from '@/features/campaign/policy/topicSets';

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
