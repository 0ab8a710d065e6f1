import type { AgreementMatrix } from '@/api/types';

export type Weighting = 'percent' | 'kappa' | 'kappa_linear' | 'kappa_quadratic';

/** Kinds of agreement of two assessors. */
export const WEIGHTINGS: readonly Readonly<{ value: Weighting; label: string }>[] = [
  { value: 'kappa', label: 'Cohen’s κ' },
  { value: 'kappa_linear', label: 'Cohen’s κ, linear weights' },
  { value: 'kappa_quadratic', label: 'Cohen’s κ, quadratic weights' },
  { value: 'percent', label: 'Same grade' },
];

type Kappas = Readonly<
  Pick<
    AgreementMatrix['lowest'][number],
    'n_pairs' | 'percent' | 'kappa' | 'kappa_linear' | 'kappa_quadratic'
  >
>;

export type Couple = Kappas & Readonly<{ first: string; second: string }>;

/** The couples of the matrix by their names. */
export const couplesOf = ({ assessors, cells }: AgreementMatrix): Couple[] =>
  cells.map(({ first, second, ...rest }) => ({
    ...rest,
    first: assessors[first] ?? '',
    second: assessors[second] ?? '',
  }));
