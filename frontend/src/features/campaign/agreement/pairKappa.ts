import type { AgreementRow } from '@/api/types';

export type Weighting = 'plain' | 'quadratic';

export const pairKappa =
  (weighting: Weighting) =>
  (row: AgreementRow): number | null =>
    weighting === 'plain' ? row.cohen_kappa : row.cohen_kappa_quadratic;

/** How many pairs two assessors both judged: each such pair holds one vote more than pairs. */
export const nShared = ({ n_votes: nVotes, n_pairs: nPairs }: AgreementRow): number =>
  nVotes - nPairs;

/** The row of two assessors, in whichever order it names them. */
export const rowOf = (
  rows: readonly AgreementRow[],
  one: string,
  other: string,
): AgreementRow | undefined =>
  rows.find(({ scope }) => scope.includes(one) && scope.includes(other) && one !== other);

/** Share of the accent colour behind a kappa: none at chance, and never so much that ink fades on it. */
export const shade = (kappa: number | null): string =>
  `color-mix(in srgb, var(--accent) ${Math.round(Math.max(kappa ?? 0, 0) * 45)}%, transparent)`;
