import type { Grade, PairRow } from '@/api/types';
import { Distribution } from '@/features/campaign/board/GradeDistribution';
import { countGrades } from '@/features/campaign/pairs/answers/countGrades';
import { counted } from '@/shared/format';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ row: PairRow; scale: readonly Grade[] }>;

/** How often each grade was given to the pair; surplus grades are told apart, as they are no votes. */
export function GradesOfPair({ row: { answers }, scale }: Props) {
  const nSurplus = answers.filter((one) => one.is_surplus).length;
  const grades = countGrades(answers, scale);
  return (
    <section aria-labelledby="grades">
      <h2 id="grades">Grades</h2>
      {grades.some(({ n }) => n > 0) ? (
        <Distribution grades={grades} />
      ) : (
        <p className={text.soft}>Nobody graded this pair yet.</p>
      )}
      {nSurplus > 0 && (
        <p className={text.note}>
          Without {counted(nSurplus, 'surplus grade')}: the pair had all the judgments it wanted.
        </p>
      )}
    </section>
  );
}
