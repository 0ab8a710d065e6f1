import type { Grade } from '@/api/types';
import type { Verdict } from '@/features/judging/deck';

/** A verdict as the assessor knows it: the grade's name, or that the passage could not be judged. */
export function verdictName(verdict: Verdict, scale: readonly Grade[]): string {
  if (verdict.grade === null) return 'Cannot judge';
  return scale.find(({ value }) => value === verdict.grade)?.name ?? `Grade ${verdict.grade}`;
}
