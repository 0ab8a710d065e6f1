import type { Comparison } from '@/api/compared';
import { counted, formatCount } from '@/shared/format/numbers';
import { CORRECTIONS, FAMILIES, TESTS } from '@/shared/evaluation/testNames';

export type TestName = Comparison['test'];
export type CorrectionName = Comparison['correction'];
export type FamilyName = NonNullable<Comparison['family']>;

export const USUAL_FAMILY: FamilyName = 'column';

export const isFamily = (name: string): name is FamilyName => Object.hasOwn(FAMILIES, name);

export const isTest = (name: string): name is TestName => Object.hasOwn(TESTS, name);

export const isCorrection = (name: string): name is CorrectionName =>
  Object.hasOwn(CORRECTIONS, name);

/** Whether the test draws at random, so often as is asked. */
export const isDrawn = (test: TestName): boolean =>
  test === 'randomization' || test === 'bootstrap';

/** What of the test's options a reader needs to repeat it. */
function describeOptions({ test, test_options: options }: Comparison): string {
  const { permutations, seed, zero_method: zeroMethod, bound } = options;
  if (isDrawn(test)) return ` (${formatCount(permutations)} draws, seed ${seed})`;
  if (test === 'wilcoxon' && zeroMethod !== 'wilcox') return ` (zero differences: ${zeroMethod})`;
  return test === 'equivalence' && bound !== null ? ` (within ±${bound})` : '';
}

/** The test by name, and whether its p-values are corrected. */
export function describeTest(comparison: Comparison): string {
  const { test, correction, family, n_corrected: nCorrected } = comparison;
  const name = `${TESTS[test]}${describeOptions(comparison)}`;
  if (correction === 'none') return `${name}, uncorrected`;
  const whose = family === null ? '' : ` of ${FAMILIES[family]}`;
  return `${name}, corrected by ${CORRECTIONS[correction]} for ${counted(nCorrected ?? 0, 'test')}${whose}`;
}
