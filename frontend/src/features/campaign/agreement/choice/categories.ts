import type { AgreementInDepth, Grade } from '@/api/types';
import type { Choice } from '@/features/campaign/agreement/choice/choice';
import { gradeTitle } from '@/shared/judging/grades';

/** What a vote can say, as it is named and coloured. */
export type Category = Readonly<{
  /** The grade; null where it stands for several, or for none. */
  grade: number | null;
  name: string;
  colour: string;
}>;

const NOT_JUDGED: Category = { grade: null, name: 'not judged', colour: '#8a857c' };

function binary(value: number, threshold: number): Category {
  return value === 0
    ? { grade: null, name: `below ${threshold}`, colour: '#c9c3b6' }
    : { grade: null, name: `${threshold} and up`, colour: '#2f5d8a' };
}

function ofGrade(value: number, grades: readonly Grade[]): Category {
  const { name = `${value}`, colour = '#8a857c' } =
    grades.find((grade) => grade.value === value) ?? {};
  return { grade: value, name: gradeTitle(value, name), colour };
}

/** The categories that votes were compared by, in the order of the counts. */
export const categoriesOf = (
  scale: AgreementInDepth['scale'],
  grades: readonly Grade[],
  { threshold }: Choice,
): Category[] =>
  scale.map((value) => {
    if (value === null) return NOT_JUDGED;
    return threshold === undefined ? ofGrade(value, grades) : binary(value, threshold);
  });
