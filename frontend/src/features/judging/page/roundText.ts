import type { Feedback, Grade, Qualification } from '@/api/types';
import { reopened } from '@/features/judging/pair/deck';
import type { Judged } from '@/features/judging/pair/deck';
import type { DeskState } from '@/features/judging/desk/deskState';
import { verdictName } from '@/features/judging/pair/verdictTexts';
import { counted, formatShare } from '@/shared/format/numbers';

/** The notice above the passage in the qualification round. */
type RoundText = Readonly<{
  kind: 'beforehand' | 'asking' | 'right' | 'wrong';
  title: string;
  text: string;
  /** The expert's reasons, as the organizer wrote them. */
  explanation: string;
}>;

function placeIn(round: Qualification): string {
  const { attempt, max_attempts: max, n_answered: nAnswered, n_pairs: nPairs } = round;
  const pair = Math.min(nAnswered + 1, nPairs);
  return `attempt ${attempt} of ${max}: pair ${pair} of ${nPairs}`;
}

/** What came of the attempt before, until the next one has an answer. */
function missed(round: Qualification): string {
  const { attempt, n_right_before: nRight, n_needed: needed, n_pairs: nPairs } = round;
  if (attempt === null || nRight === null || round.n_answered > 0) return '';
  return `Attempt ${attempt - 1}: ${nRight} of ${nPairs} with the known grade; ${needed} needed. The same pairs come again. `;
}

/** Before the last attempt known grades stay hidden: the same passages come again. */
function whatIsShown({ attempt, max_attempts: max }: Qualification): string {
  return attempt !== null && attempt < max
    ? 'After each one you see whether you gave the known grade'
    : 'After each one you see the known grade';
}

function beforehand(round: Qualification): RoundText {
  const share = formatShare(round.pass_share);
  return {
    kind: 'beforehand',
    title: `Qualification round, ${placeIn(round)}`,
    text: `${missed(round)}It has ${counted(round.n_pairs, 'passage')} with a known grade, given by an expert. ${whatIsShown(round)}; at least ${share} of your grades must match. Answers in this round cannot be changed.`,
    explanation: '',
  };
}

const ASKING: RoundText = {
  kind: 'asking',
  title: 'Qualification round',
  text: 'The known grade of the last passage appears when your answer is saved.',
  explanation: '',
};

/** The state of the round after this answer. */
function outcome(round: Qualification | null): string {
  if (round === null) return '';
  if (round.is_qualified) return 'You have passed the round: from here on your judgments count.';
  return round.attempt === null ? '' : `${missed(round)}Qualification round, ${placeIn(round)}.`;
}

function afterwards(
  { verdict }: Judged,
  feedback: Feedback,
  which: string,
  scale: readonly Grade[],
): RoundText {
  const own = verdictName(verdict, scale);
  const { grade, is_right: isRight, explanation } = feedback;
  const known = grade === null ? 'different' : verdictName({ ...verdict, grade }, scale);
  return {
    kind: isRight ? 'right' : 'wrong',
    title: isRight
      ? `${which}: ${own}, the known grade`
      : `${which}: you said ${own}; the known grade is ${known}`,
    text: '',
    explanation: explanation ?? '',
  };
}

/** What there is to say of the qualification round: beforehand, and then about the last answer. */
export function roundText(
  { deck, outbox }: DeskState,
  scale: readonly Grade[],
  round: Qualification | null,
): RoundText | null {
  const again = reopened(deck);
  const seen = again ?? deck.judged[0];
  if (seen !== undefined && seen.feedback !== null) {
    if (again !== undefined) return afterwards(seen, seen.feedback, 'This passage', scale);
    const said = afterwards(seen, seen.feedback, 'The last passage', scale);
    return { ...said, text: outcome(round) };
  }
  if (round === null || round.attempt === null || again !== undefined) return null;
  const isOnItsWay = outbox.waiting.some(({ card }) => card.key === seen?.card.key);
  return isOnItsWay ? ASKING : beforehand(round);
}
