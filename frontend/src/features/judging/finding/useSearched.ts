import { useState } from 'react';
import type { Card, Deck } from '@/features/judging/pair/deck';
import { cardIn } from '@/features/judging/search/useSearch';

/** A topic in which an assessor searches, named to the server by a ticket of one of its passages. */
export type Searched = Pick<Card, 'topic' | 'ticket'>;

const isSameTopic = (one: Searched, other: Searched): boolean =>
  one.topic.query === other.topic.query &&
  one.topic.description === other.topic.description &&
  one.topic.narrative === other.topic.narrative;

/** The ticket stays the same throughout a topic, and with it what was read by it. */
export function useSearched(deck: Deck): Searched | null {
  const [held, setHeld] = useState<Searched | null>(null);
  const card = cardIn(deck);
  if (card === undefined) return held;
  if (held !== null && isSameTopic(held, card)) return held;
  setHeld(card);
  return card;
}
