import type { DeskState } from '@/features/judging/desk/deskState';
import { placeShown } from '@/features/judging/pair/deck';
import type { Card } from '@/features/judging/pair/deck';

export type WorkDone = Readonly<{
  nJudged: number;
  nNotJudged: number;
  share: number | null;
  place: Card['place'];
}>;

/** The server's progress, moved on by what was judged here and is still on its way. */
export function workDoneOf({ deck, outbox, workStatus }: DeskState): WorkDone | null {
  if (workStatus === null) return null;
  const { n_judged: nJudged, n_not_judged: nNotJudged, share } = workStatus.progress;
  const added = outbox.waiting.filter(({ before }) => before === null);
  const graded = added.filter(({ verdict }) => verdict.grade !== null);
  return {
    nJudged: nJudged + graded.length,
    nNotJudged: nNotJudged + added.length - graded.length,
    share,
    place: placeShown(deck),
  };
}
