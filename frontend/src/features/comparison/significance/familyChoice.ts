import type { Comparison } from '@/api/compared';
import { topicsQuery } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import { labelsOf, runsOf } from '@/features/comparison/texts/measuresOf';
import { CORRECTIONS, SYSTEM_METHODS } from '@/shared/evaluation/testNames';

export type Method = keyof typeof SYSTEM_METHODS;
export type Adjustment = Exclude<keyof typeof CORRECTIONS, 'none'>;

/** By which test all systems are compared at once, and with what. */
export type FamilyChoice = Readonly<{
  method: Method;
  /** What the others are held against, where the method has a baseline. */
  against: string;
  adjust: Adjustment;
  draws: number;
  seed: number;
}>;

export const USUAL_DRAWS = 10_000;
export const MOST_DRAWS = 100_000;
export const MOST_SEED = 4_294_967_295;

export const ADJUSTMENTS = Object.keys(CORRECTIONS).filter(
  (name): name is Adjustment => name !== 'none',
);
const METHODS = Object.keys(SYSTEM_METHODS) as Method[];

export const isDrawn = (method: Method): boolean =>
  method.startsWith('randomized') || method === 'max-t';
export const hasBaseline = (method: Method): boolean =>
  SYSTEM_METHODS[method].startsWith('with a baseline');
/** Whose p-values hold for each pair alone. */
export const wantsCorrection = (method: Method): boolean => method === 'mixed';

/** A number that the address names, within bounds; the usual one where it names none. */
function whole(text: string | null, least: number, most: number, usual: number): number {
  const number = Number(text ?? '');
  return text !== null && text !== '' && Number.isInteger(number) && number >= least
    ? Math.min(number, most)
    : usual;
}

const pick = <Name extends string>(names: readonly Name[], named: string | null): Name =>
  names.find((name) => name === named) ?? (names[0] as Name);

/** What the address asks for; of each the usual one where it does not say. */
export const readFamilyChoice = (
  params: URLSearchParams,
  comparison: Comparison,
): FamilyChoice => ({
  method: pick(METHODS, params.get('method')),
  against: pick(runsOf(comparison), params.get('against')),
  adjust: ADJUSTMENTS.find((name) => name === params.get('adjust')) ?? 'holm',
  draws: whole(params.get('draws'), 1, MOST_DRAWS, USUAL_DRAWS),
  seed: whole(params.get('draws_seed'), 0, MOST_SEED, 0),
});

/** What is asked beside the runs and topics of the comparison. */
export const familyQuestion = (
  { method, against, adjust, draws, seed }: FamilyChoice,
  measure: string,
): Record<string, string> => ({
  measure,
  method,
  ...(hasBaseline(method) && { baseline: against }),
  ...(wantsCorrection(method) && { correction: adjust }),
  ...(isDrawn(method) && { permutations: `${draws}`, seed: `${seed}` }),
});

/** The question to the server: the comparison's runs and topics, so all of its label sets, by one measure. */
export function systemsQuery(
  comparison: Comparison,
  selection: Selection,
  choice: FamilyChoice,
  measure: string,
): Record<string, string> {
  const { measure: measures = '', ...asked } = familyQuestion(choice, measure);
  return {
    runs: runsOf(comparison).join(','),
    labels: labelsOf(comparison).join(','),
    measures,
    ...asked,
    ...topicsQuery(selection),
  };
}
