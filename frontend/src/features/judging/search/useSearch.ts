import { useMemo, useState } from 'react';
import type { JudgingSetup } from '@/api/types';
import { shown } from '@/features/judging/pair/deck';
import type { Card, Deck } from '@/features/judging/pair/deck';
import { finderOf, termsIn } from '@/features/judging/search/terms';
import { useTabText } from '@/features/judging/search/useTabText';

/** A topic in which an assessor searches, named to the server by a ticket of one of its passages. */
type Searched = Pick<Card, 'topic' | 'ticket'>;

/** That of the passage shown, or else of the one judged last. */
const cardIn = (deck: Deck): Card | undefined => shown(deck) ?? deck.judged[0]?.card;

const isSameTopic = (one: Searched, other: Searched): boolean =>
  one.topic.query === other.topic.query &&
  one.topic.description === other.topic.description &&
  one.topic.narrative === other.topic.narrative;

/** The ticket stays the same throughout a topic, and with it what was read by it. */
function useSearched(deck: Deck): Searched | null {
  const [held, setHeld] = useState<Searched | null>(null);
  const card = cardIn(deck);
  if (card === undefined) return held;
  if (held !== null && isSameTopic(held, card)) return held;
  setHeld(card);
  return card;
}

/** Pilots and qualification rounds serve everybody the same passages, and have no search. */
const isSearchable = ({ campaign, qualification }: JudgingSetup): boolean =>
  campaign.allows_search &&
  campaign.state === 'open' &&
  (qualification === null || qualification.is_qualified);

/** What an assessor searches and highlights in the topic at hand; `isThere` where a search is. */
export function useSearch(setup: JudgingSetup, deck: Deck, isOpen: boolean) {
  const searched = useSearched(deck);
  const isThere = isSearchable(setup) && isOpen;
  const place = `${setup.campaign.id}/${searched?.topic.query ?? ''}`;
  const [words, setWords] = useTabText(`regrade.search/${place}`);
  const [scanned, setScanned] = useTabText(`regrade.scan/${place}`);
  const terms = useMemo(() => (isThere ? termsIn(scanned) : []), [isThere, scanned]);
  const finder = useMemo(() => finderOf(terms), [terms]);
  return {
    isThere,
    canSearch: isThere && searched !== null,
    searched,
    words,
    setWords,
    scanned,
    setScanned,
    terms,
    finder,
  };
}

export type Search = ReturnType<typeof useSearch>;
