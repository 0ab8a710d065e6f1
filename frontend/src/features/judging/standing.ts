import type { DeskState } from '@/features/judging/desk';
import { shown } from '@/features/judging/deck';

export type Standing = Readonly<{
  nJudged: number;
  /** Place of the passage at hand in its topic, from 1; null while only the server could say. */
  position: number | null;
  size: number | null;
  topicNumber: number;
}>;

/** The server's progress, moved on by what was judged here and is still on its way. */
export function standingOf({ deck, outbox, word }: DeskState): Standing | null {
  if (word === null) return null;
  const fresh = outbox.waiting.filter(({ before }) => before === null);
  const graded = fresh.filter(({ verdict }) => verdict.grade !== null);
  const { progress, topic } = word;
  const card = deck.upcoming[0] ?? shown(deck);
  const isSameTopic = card !== undefined && card.topic.query === topic;
  const ahead = fresh.filter((letter) => letter.card.topic.query === topic).length;
  return {
    nJudged: progress.n_judged + graded.length,
    position:
      isSameTopic && progress.topic_position !== null ? progress.topic_position + ahead : null,
    size: isSameTopic ? progress.topic_size : null,
    topicNumber: progress.n_topics_done + 1,
  };
}
