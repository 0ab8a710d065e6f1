import type { AgreementAssessors, Grade } from '@/api/types';
import { categoriesOf } from '@/features/campaign/agreement/choice/categories';
import type { Category } from '@/features/campaign/agreement/choice/categories';
import type { Choice } from '@/features/campaign/agreement/choice/choice';
import { drawStacks, stacksHeight } from '@/features/campaign/agreement/draw/drawStacks';
import { Part } from '@/features/campaign/agreement/parts/Part';
import { useAssessors } from '@/features/campaign/api/agreement';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { Link } from '@/shared/routing/Link';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';
import text from '@/shared/styles/text.module.css';

type GradesOfAssessor = AgreementAssessors['assessors'][number];

type StackFigureProps = Readonly<{
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
function StackFigure({ assessors, categories, campaignId }: StackFigureProps) {
  return (
    <Figure
      title="Grades by assessor"
      caption="The shares of each grade among an assessor’s grades, on pairs that somebody else graded too."
      draw={drawStacks}
      of={{
        stacks: assessors.map(({ assessor, n_by_grade: ns }) => ({ name: assessor, nByGrade: ns })),
        categories,
      }}
      table={{
        name: 'Grades by assessor',
        columns: columnsOf(categories, campaignId),
        rows: assessors,
      }}
      fileName="grades-by-assessor"
      axes={{ across: 'share of grades' }}
      height={stacksHeight(assessors.length)}
    />
  );
}

type Props = Readonly<{ campaignId: number; grades: readonly Grade[]; choice: Choice }>;

type ShownProps = Props & Readonly<{ data: AgreementAssessors }>;

/** Of those who graded something that somebody else graded too. */
function Shown({ data, grades, choice, campaignId }: ShownProps) {
  const assessors = data.assessors.filter(({ n_by_grade: ns }) => ns.some((n) => n > 0));
  const categories = categoriesOf(data.scale, grades, choice);
  if (assessors.length === 0)
    return <p className={text.soft}>No two assessors have graded the same pair yet.</p>;
  return <StackFigure assessors={assessors} categories={categories} campaignId={campaignId} />;
}

/** Who grades high and who low. */
export function GradesSection(props: Props) {
  const assessors = useAssessors(props.campaignId, props.choice.threshold);
  return (
    <section aria-labelledby="grades-by-assessor">
      <h3 id="grades-by-assessor">Grades by assessor</h3>
      <Part query={assessors} waiting="Counting grades">
        {(data) => <Shown {...props} data={data} />}
      </Part>
    </section>
  );
}
