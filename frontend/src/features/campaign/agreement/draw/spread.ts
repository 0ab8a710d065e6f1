import { spreadOf as spreadOfValues } from '@/shared/ui/figure/spread';
import type { Spread } from '@/shared/ui/figure/spread';

/** How grades spread, by how often each was given; null where none was. What is no grade is left out. */
export const spreadOf = (
  scale: readonly (number | null)[],
  nByGrade: readonly number[],
): Spread | null =>
  spreadOfValues(
    scale.flatMap((grade, index) =>
      grade === null ? [] : Array<number>(nByGrade[index] ?? 0).fill(grade),
    ),
  );
