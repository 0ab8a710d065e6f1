import type { CampaignLabels, Derivation } from '@/api/types';
import { LEVELS } from '@/features/campaign/labels/choice';
import type { Choice } from '@/features/campaign/labels/choice';
import { describePolicy } from '@/shared/labels/describePolicy';

type Rules = Pick<
  Derivation,
  | 'kinds'
  | 'models'
  | 'only'
  | 'levels'
  | 'without'
  | 'without_flags'
  | 'max_blank_share'
  | 'min_agreement'
  | 'only_topics_of'
  | 'seed'
>;

/** Rules of a policy that have no control here; they stay as the address has them. */
export type Carried = Readonly<Partial<Rules>>;

export const NOTHING: Carried = {};

const KINDS = ['human', 'simulated', 'model'] as const;
const FLAGS = ['pace', 'gold', 'repeats'] as const;

const listed = <Value extends string>(
  params: URLSearchParams,
  name: string,
  known: readonly Value[],
): Value[] => known.filter((value) => params.getAll(name).includes(value));

function numberOf(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name)?.trim() ?? '';
  const value = Number(text);
  return text !== '' && Number.isFinite(value) ? value : undefined;
}

/** Kinds that the one control, on simulated assessors, cannot say. */
function kindsOf(params: URLSearchParams): Rules['kinds'] {
  const kinds = listed(params, 'kinds', KINDS);
  return kinds.includes('human') && !kinds.includes('model') ? undefined : kinds;
}

const isGiven = (value: unknown): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);

/** What an address says beyond the controls. Names that the campaign lacks are for the API to refuse. */
export function readCarried(params: URLSearchParams, labels: CampaignLabels): Carried {
  const models = labels.model_assessors.map(({ pseudonym }) => pseudonym);
  const known = labels.model_assessors.flatMap(({ pseudonym, name }) => [pseudonym, name]);
  const found: Readonly<{ [Name in keyof Rules]: Rules[Name] | undefined }> = {
    kinds: kindsOf(params),
    models: params.getAll('models').filter((name) => !models.includes(name)),
    only: params.getAll('only'),
    levels: listed(params, 'levels', LEVELS),
    without: listed(params, 'without', known),
    without_flags: listed(params, 'without_flags', FLAGS),
    max_blank_share: numberOf(params, 'max_blank_share'),
    min_agreement: numberOf(params, 'min_agreement'),
    only_topics_of: params.get('only_topics_of') ?? undefined,
    seed: numberOf(params, 'seed'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => isGiven(value)));
}

/** The request of the controls, with the rules that have none. */
export function withCarried(derivation: Derivation, carried: Carried): Derivation {
  const models = [...(derivation.models ?? []), ...(carried.models ?? [])];
  const without = [...(derivation.without ?? []), ...(carried.without ?? [])];
  return {
    ...derivation,
    ...carried,
    ...(models.length > 0 && { models }),
    ...(without.length > 0 && { without }),
  };
}

/** The rules that have no control, in words; empty where there are none. */
export function sayCarried(carried: Carried, choice: Choice): string {
  const { requiresFallback, fallback } = choice;
  const policy = {
    ...carried,
    ...(requiresFallback && {
      require_fallback_relevant: true,
      fallback: fallback ?? 'other labels',
    }),
  };
  const seed = carried.seed === undefined ? '' : `the model begins at seed ${carried.seed}`;
  return [describePolicy(policy), seed].filter((phrase) => phrase !== '').join('; ');
}
