import { useCallback } from 'react';
import type { AgreementAssessors } from '@/api/types';
import type { Category } from '@/features/campaign/agreement/choice/categories';
import { drawStacks, stacksHeight } from '@/features/campaign/agreement/draw/drawStacks';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { Link } from '@/shared/routing/Link';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

type GradesOfAssessor = AgreementAssessors['assessors'][number];

type Props = Readonly<{
  assessors: readonly GradesOfAssessor[];
  categories: readonly Category[];
  campaignId: number;
}>;

const columnsOf = (
  categories: readonly Category[],
  campaignId: number,
): Column<GradesOfAssessor>[] => [
  words(
    'assessor',
    ({ assessor }) => assessor,
    ({ assessor }) => (
      <Link to={`/campaigns/${campaignId}/pairs${addressOf({ assessor })}`}>{assessor}</Link>
    ),
  ),
  ...categories.map(({ name }, index) =>
    counts<GradesOfAssessor>(name, ({ n_by_grade: ns }) => ns[index] ?? 0),
  ),
];

/** Who grades high and who low, on pairs that others graded as well. */
export function StackFigure({ assessors, categories, campaignId }: Props) {
  const draw = useCallback(
    (width: number) =>
      drawStacks(
        assessors.map(({ assessor, n_by_grade: nByGrade }) => ({ name: assessor, nByGrade })),
        categories,
        width,
      ),
    [assessors, categories],
  );
  return (
    <Figure
      title="Grades by assessor"
      caption="The shares of each grade among an assessor’s grades, on pairs that somebody else graded too."
      draw={draw}
      table={{
        name: 'Grades by assessor',
        columns: columnsOf(categories, campaignId),
        rows: assessors,
      }}
      fileName="grades-by-assessor"
      height={stacksHeight(assessors.length)}
    />
  );
}
