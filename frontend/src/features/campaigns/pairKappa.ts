import type { PairAgreement } from '@/api/types';

export type Weighting = 'plain' | 'quadratic';

export const pairKappa =
  (weighting: Weighting) =>
  (row: PairAgreement): number | null =>
    weighting === 'plain' ? row.cohen_kappa : row.cohen_kappa_quadratic;

/** The row of two assessors, in whichever order it names them. */
export const rowOf = (
  rows: readonly PairAgreement[],
  one: string,
  other: string,
): PairAgreement | undefined =>
  rows.find(({ scope }) => scope.includes(one) && scope.includes(other) && one !== other);

/** Share of the accent colour behind a kappa: none at chance, and never so much that ink fades on it. */
export const shade = (kappa: number | null): string =>
  `color-mix(in srgb, var(--accent) ${Math.round(Math.max(kappa ?? 0, 0) * 45)}%, transparent)`;
