import type { Grade } from '@/api/types';
import type { Verdict } from '@/features/judging/pair/deck';

/** The verdict as shown to the assessor: the grade's name, or that the passage could not be judged. */
export function verdictName(verdict: Verdict, scale: readonly Grade[]): string {
  if (verdict.grade === null) return 'Cannot judge';
  return scale.find(({ value }) => value === verdict.grade)?.name ?? `Grade ${verdict.grade}`;
}

const isTouched = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/** Says that highlights of an earlier judgment are shown again. */
export const offerEarlierHighlights = ({ name }: Grade): string =>
  `Your earlier highlights are back. Change them, or choose “${name}” again to save.`;

/** Asks for the highlights that a grade requires. */
export const askForHighlights = ({ name }: Grade): string =>
  isTouched()
    ? `“${name}” asks for the words: tap the first, then the last.`
    : `“${name}” asks for the words that answer: drag over them, or press m.`;
