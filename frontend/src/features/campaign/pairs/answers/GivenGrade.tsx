import type { Grade } from '@/api/types';
import { GradeCell } from '@/features/campaign/pairs/answers/GradeCell';
import { formatSaid } from '@/features/campaign/pairs/answers/texts';
import text from '@/shared/styles/text.module.css';

/** A grade of no assessor: an expert’s, or an adjudicator’s. */
export function GivenGrade({ grade, scale }: Readonly<{ grade: number; scale: readonly Grade[] }>) {
  const found = formatSaid({ grade, reason_not_judged: null }, scale);
  return (
    <>
      <GradeCell grade={grade} scale={scale} title={found} />
      <span className={text.visuallyHidden}>{found}</span>
    </>
  );
}
