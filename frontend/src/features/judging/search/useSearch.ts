import type { JudgingSetup } from '@/api/types';
import { shown } from '@/features/judging/pair/deck';
import type { Card, Deck } from '@/features/judging/pair/deck';
import { useTabText } from '@/features/judging/search/useTabText';

/** The passage shown, or else the one judged last: it says in which topic an assessor searches. */
export const cardIn = (deck: Deck): Card | undefined => shown(deck) ?? deck.judged[0]?.card;

/** Pilots and qualification rounds serve everybody the same passages, and have no search. */
const isSearchable = ({ campaign, qualification }: JudgingSetup): boolean =>
  campaign.allows_search &&
  campaign.state === 'open' &&
  (qualification === null || qualification.is_qualified);

/** What an assessor highlights in the topic at hand, its `place`; `isThere` where a search is. */
export function useSearch(setup: JudgingSetup, deck: Deck, isOpen: boolean) {
  const card = cardIn(deck);
  const isThere = isSearchable(setup) && isOpen;
  const place = `${setup.campaign.id}/${card?.topic.query ?? ''}`;
  const [scanned, setScanned] = useTabText(`regrade.scan/${place}`);
  return { isThere, canSearch: isThere && card !== undefined, place, scanned, setScanned };
}

export type Search = ReturnType<typeof useSearch>;
