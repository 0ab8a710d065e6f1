import type { Grade, Reason } from '@/api/types';
import { NO_REMARKS } from '@/features/judging/pair/deck';
import type { Card, Verdict } from '@/features/judging/pair/deck';
import { counted } from '@/shared/format/numbers';

/** The verdict as shown to the assessor: the grade's name, or that the passage could not be judged. */
export function verdictName(verdict: Verdict, scale: readonly Grade[]): string {
  if (verdict.grade === null) return 'Cannot judge';
  return scale.find(({ value }) => value === verdict.grade)?.name ?? `Grade ${verdict.grade}`;
}

const MOST_LETTERS = 60;

/** The first words of a passage, by which a reader knows it among others of its topic. */
export function beginningOf({ passage: { text } }: Card): string {
  if (text.length <= MOST_LETTERS) return text;
  const cut = text.slice(0, MOST_LETTERS);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MOST_LETTERS / 2))} …`;
}

function details({ spans, remarks = NO_REMARKS }: Verdict): string[] {
  const { note, confidence } = remarks;
  return [
    spans.length === 0 ? 'without highlights' : `with ${counted(spans.length, 'highlight')}`,
    note === '' ? 'without a note' : `with the note “${note}”`,
    confidence === null ? 'without a confidence' : `with confidence ${confidence}`,
  ];
}

/** Two verdicts on one passage by their names, and where these are the same by what differs. */
export function verdictNames(
  verdicts: readonly [Verdict, Verdict],
  scale: readonly Grade[],
  reasons: readonly Reason[],
): [string, string] {
  const named = (verdict: Verdict): string => {
    const reason = reasons.find(({ code }) => code === verdict.reason);
    return `${verdictName(verdict, scale)}${reason === undefined ? '' : ` (${reason.name})`}`;
  };
  const [one, other] = verdicts;
  if (named(one) !== named(other)) return [named(one), named(other)];
  const areSame = details(one).join() === details(other).join();
  const [mine, theirs] = [details(one), details(other)];
  const found = (own: string[], its: string[]): string =>
    areSame ? 'with other highlights' : own.filter((part, i) => part !== its[i]).join(', ');
  return [`${named(one)} ${found(mine, theirs)}`, `${named(other)} ${found(theirs, mine)}`];
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
