import type { LabelSet } from '@/api/types';
import { describePolicy } from '@/shared/labels/describePolicy';

/** How label sets become one. */
export const RULES = {
  precedence: 'the label of the first that has one',
  union: 'all pairs, the highest label',
  intersection: 'pairs that all label, the lowest label',
} as const;

export type Rule = keyof typeof RULES;

/** In words, and the label sets that it names. */
export type Origin = Readonly<{ text: string; of: readonly string[] }>;

const isRule = (value: unknown): value is Rule => typeof value === 'string' && value in RULES;

function namesOf(parents: unknown): readonly string[] {
  if (!Array.isArray(parents)) return [];
  return parents.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'name' in one && typeof one.name === 'string'
      ? [one.name]
      : [],
  );
}

/** Where a label set comes from. */
export function describeOrigin({ source, campaign, policy }: LabelSet): Origin {
  if (source === 'imported') return { text: 'imported', of: [] };
  if (source === 'combined') {
    const { rule, parents } = policy ?? {};
    const how = isRule(rule) ? RULES[rule] : 'others';
    return { text: `combined (${how}) of `, of: namesOf(parents) };
  }
  const how = policy === null ? '' : `: ${describePolicy(policy)}`;
  return { text: `derived from ${campaign ?? 'a campaign'}${how}`, of: [] };
}
