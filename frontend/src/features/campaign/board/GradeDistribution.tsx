import type { BoardGrade } from '@/api/types';
import { GradeBars } from '@/features/campaign/kit/GradeBars';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{
  /** Null for who judges in the campaign, until it has ended. */
  grades: readonly BoardGrade[] | null;
}>;

function Given({ grades }: Readonly<{ grades: readonly BoardGrade[] }>) {
  const total = grades.reduce((sum, { n }) => sum + n, 0);
  if (total === 0)
    return <p className={text.soft}>None yet. The first judgment shows here within seconds.</p>;
  return <GradeBars grades={grades} total={total} />;
}

/** How often each grade was given in the campaign. */
export function GradeDistribution({ grades }: Props) {
  return (
    <section aria-labelledby="grades">
      <h2 id="grades">Grades given</h2>
      {grades === null ? (
        <p className={text.soft}>
          You judge here yourself: which grades were given shows when the campaign has ended.
        </p>
      ) : (
        <Given grades={grades} />
      )}
    </section>
  );
}
