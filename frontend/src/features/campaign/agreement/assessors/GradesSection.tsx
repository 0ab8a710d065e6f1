import { useMemo } from 'react';
import type { AgreementAssessors, Grade } from '@/api/types';
import { useAssessors } from '@/features/campaign/api/agreement';
import { StackFigure } from '@/features/campaign/agreement/assessors/StackFigure';
import { categoriesOf } from '@/features/campaign/agreement/choice/categories';
import type { Choice } from '@/features/campaign/agreement/choice/choice';
import { Part } from '@/features/campaign/agreement/parts/Part';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ campaignId: number; grades: readonly Grade[]; choice: Choice }>;

type ShownProps = Props & Readonly<{ data: AgreementAssessors }>;

/** Of those who graded something that somebody else graded too. */
function Shown({ data, grades, choice, campaignId }: ShownProps) {
  const assessors = useMemo(
    () => data.assessors.filter(({ n_by_grade: ns }) => ns.some((n) => n > 0)),
    [data.assessors],
  );
  const categories = useMemo(
    () => categoriesOf(data.scale, grades, choice),
    [data.scale, grades, choice],
  );
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
