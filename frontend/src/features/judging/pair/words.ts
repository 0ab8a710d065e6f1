import type { Grade } from '@/api/types';
import type { Verdict } from '@/features/judging/pair/deck';

/** A verdict as the assessor knows it: the grade's name, or that the passage could not be judged. */
export function verdictName(verdict: Verdict, scale: readonly Grade[]): string {
  if (verdict.grade === null) return 'Cannot judge';
  return scale.find(({ value }) => value === verdict.grade)?.name ?? `Grade ${verdict.grade}`;
}

const isTouched = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/** One line for highlights of a former judgment that are shown again. */
export const broughtBack = ({ name }: Grade): string =>
  `Your earlier highlights are back. Change them, or choose “${name}” again to save.`;

/** One line for a grade that was given without the words it requires. */
export const askForWords = ({ name }: Grade): string =>
  isTouched()
    ? `“${name}” asks for the words: tap the first, then the last.`
    : `“${name}” asks for the words that answer: drag over them, or press m.`;
