import type { ReactNode } from 'react';
import type { PartAgreement } from '@/api/types';
import { nameOf, valueOf } from '@/features/campaign/agreement/draw/estimates';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

/** What is shown of each part: its counts, and the main figures. */
export function partColumns(
  name: string,
  parts: readonly PartAgreement[],
  show?: (part: PartAgreement) => ReactNode,
): Column<PartAgreement>[] {
  const figures = parts[0]?.coefficients.map((one) => one.name) ?? [];
  return [
    words(name, (part) => part.name, show),
    counts('pairs', ({ n_pairs: n }) => n),
    counts('votes', ({ n_votes: n }) => n),
    ...figures.map((figure) =>
      numbers<PartAgreement>(nameOf(figure), ({ coefficients }) => valueOf(coefficients, figure)),
    ),
  ];
}
