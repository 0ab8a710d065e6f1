import type { BoardGrade, Grade, PairAnswer } from '@/api/types';

/** How often each grade of the scale was given; surplus grades are left out. */
export const countGrades = (
  answers: readonly PairAnswer[],
  scale: readonly Grade[],
): BoardGrade[] =>
  scale.map(({ value, name, colour }) => {
    const n = answers.filter(({ grade, is_surplus: isSurplus }) => grade === value && !isSurplus);
    return { value, name, colour, n: n.length };
  });
