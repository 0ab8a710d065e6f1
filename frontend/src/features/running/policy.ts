import type { PolicyChange, ServingPolicy } from '@/api/types';
import { counted } from '@/shared/format';

const every = (n: number | null, what: string): string | null =>
  n === null ? null : `One in ${n} is ${what}.`;

const ORDERS: Readonly<Record<ServingPolicy['order'], string>> = {
  random: 'in random order',
  fixed: 'in the order of the pool',
  priority: 'those of the highest priority first',
};

/** What a policy does, in sentences that stand for themselves. */
export function policySentences(policy: ServingPolicy): readonly string[] {
  const { unit, order, topics_per_set: perSet, repeat_after: after } = policy;
  const handed = unit === 'topics' ? 'Whole topics are handed out' : 'Single pairs are handed out';
  const sets =
    unit === 'topics' && perSet > 1
      ? `Topics come in sets of ${perSet}; the first of a set is one that others have begun.`
      : null;
  const more =
    policy.extra_judgments === 0
      ? 'No further judgments are asked for where grades disagree.'
      : `A pair on whose grade assessors disagree gets up to ${counted(policy.extra_judgments, 'further judgment')}.`;
  return [
    `${handed}, ${ORDERS[order]}.`,
    sets,
    every(policy.gold_every, 'a check pair that an expert has graded, where there are such pairs'),
    every(policy.repeat_every, `one judged before, at least ${after} pairs ago`),
    policy.rotates ? 'Half of the passages are shown from a word in their middle on.' : null,
    more,
  ].filter((sentence) => sentence !== null);
}

export type PolicyFields = Pick<
  ServingPolicy,
  'unit' | 'order' | 'gold_every' | 'repeat_every' | 'rotates' | 'extra_judgments'
>;

export function policyChanges(before: ServingPolicy, fields: PolicyFields): PolicyChange {
  const changed = Object.entries(fields).filter(
    ([name, value]) => before[name as keyof PolicyFields] !== value,
  );
  return Object.fromEntries(changed);
}
