import type { DeskState } from '@/features/judging/desk';
import { shown } from '@/features/judging/deck';
import type { Card } from '@/features/judging/deck';

export type Standing = Readonly<{ nJudged: number; place: Card['place'] }>;

/** The server's progress, moved on by what was judged here and is still on its way. */
export function standingOf({ deck, outbox, word }: DeskState): Standing | null {
  if (word === null) return null;
  const added = outbox.waiting.filter(
    ({ before, verdict }) => before === null && verdict.grade !== null,
  );
  return { nJudged: word.progress.n_judged + added.length, place: shown(deck)?.place ?? null };
}
