import type { Assignment, Empty, Feedback, OwnJudgment } from '@/api/types';
import type { Span } from '@/features/judging/pair/spans';
import { isOver } from '@/shared/judging/stateNames';

/**
 * A passage to judge, with its topic and the ticket that its judgment is sent back with. The key is
 * the same for the same pair, however often it is served.
 */
export type Card = Readonly<
  Pick<Assignment, 'key' | 'ticket' | 'topic' | 'passage'> & {
    /** Its position in its topic; null where pairs are served singly, or for an earlier judgment. Stored. */
    place: Readonly<{ position: number; of: number }> | null;
  }
>;

export const cardOf = ({
  key,
  ticket,
  topic,
  passage,
  place,
  n_in_topic: of,
}: Assignment): Card => ({
  key,
  ticket,
  topic,
  passage,
  place: place === null || of === null ? null : { position: place, of },
});

const earlierCardOf = ({ key, ticket, topic, passage }: OwnJudgment): Card => ({
  key,
  ticket,
  topic,
  passage,
  place: null,
});

/** What an assessor may add to a verdict, where the campaign asks for it. */
export type Remarks = Readonly<{ note: string; confidence: number | null }>;

export const NO_REMARKS: Remarks = { note: '', confidence: null };

export type Verdict = Readonly<{
  grade: number | null;
  reason: string | null;
  spans: readonly Span[];
  remarks?: Remarks;
  /** Highlights that this grade cannot have: they come back with one that asks for them. */
  laidAside?: readonly Span[];
  /** The client key it was given under; pages of earlier releases stored none. */
  answer?: string;
}>;

/** An own answer as the server has it. */
type Answered = Pick<
  OwnJudgment,
  'answer' | 'grade' | 'reason_not_judged' | 'spans' | 'note' | 'confidence'
>;

export type Judged = Readonly<{
  card: Card;
  verdict: Verdict;
  /** What the expert says of it, in the qualification round; such a verdict stays as it is. */
  feedback: Feedback | null;
}>;

export const answeredVerdict = (judgment: Answered): Verdict => ({
  answer: judgment.answer,
  grade: judgment.grade ?? null,
  reason: judgment.reason_not_judged,
  spans: judgment.spans.map(([start = 0, end = 0]) => [start, end]),
  remarks: { note: judgment.note, confidence: judgment.confidence },
});

/** What lies before one assessor. Pure: every step gives a new deck. */
export type Deck = Readonly<{
  /** The first is the passage at hand; the rest is already loaded. */
  upcoming: readonly Card[];
  /** The assessor's own judgments, the newest first. */
  judged: readonly Judged[];
  /** 0 shows the passage at hand, n the n-th newest judgment. */
  back: number;
}>;

export const emptyDeck: Deck = { upcoming: [], judged: [], back: 0 };

export const reopened = (deck: Deck): Judged | undefined =>
  deck.back > 0 ? deck.judged[deck.back - 1] : undefined;

export const shown = (deck: Deck): Card | undefined => reopened(deck)?.card ?? deck.upcoming[0];

/** Whether the topic changes with the passage at hand, to a new one or back to an earlier one. */
export function beginsTopic({ upcoming: [atHand], judged: [last], back }: Deck): boolean {
  if (atHand === undefined || back > 0) return false;
  if (atHand.place?.position === 1) return true;
  return last === undefined ? atHand.place === null : last.card.topic.query !== atHand.topic.query;
}

/**
 * The place of the passage shown in its topic. None where an earlier topic comes back: only pairs
 * that come apart from their topic do, and a number would confirm it.
 */
export function placeShown(deck: Deck): Card['place'] {
  const place = shown(deck)?.place ?? null;
  return place !== null && place.position > 1 && beginsTopic(deck) ? null : place;
}

const areSameRemarks = (one = NO_REMARKS, other = NO_REMARKS): boolean =>
  one.note === other.note && one.confidence === other.confidence;

export const isSameVerdict = (one: Verdict, other: Verdict): boolean =>
  one.grade === other.grade &&
  one.reason === other.reason &&
  one.spans.flat().join() === other.spans.flat().join() &&
  areSameRemarks(one.remarks, other.remarks);

const without = <Item extends { card: Card }>(items: readonly Item[], key: string): Item[] =>
  items.filter(({ card }) => card.key !== key);

/** Puts a verdict on the shown passage and turns to the passage at hand. */
export function judge(deck: Deck, verdict: Verdict): Deck {
  const card = shown(deck);
  if (card === undefined) return deck;
  return {
    upcoming: deck.upcoming.filter(({ key }) => key !== card.key),
    judged: [{ card, verdict, feedback: null }, ...without(deck.judged, card.key)],
    back: 0,
  };
}

/** A verdict that was given elsewhere: in another tab, or before the page was loaded. */
export function judgeElsewhere(deck: Deck, card: Card, verdict: Verdict): Deck {
  const open = reopened(deck)?.card.key;
  const judged = [{ card, verdict, feedback: null }, ...without(deck.judged, card.key)];
  return {
    upcoming: deck.upcoming.filter(({ key }) => key !== card.key),
    judged,
    back: open === undefined ? 0 : judged.findIndex((item) => item.card.key === open) + 1,
  };
}

export const stepBack = (deck: Deck): Deck => ({
  ...deck,
  back: Math.min(deck.back + 1, deck.judged.length),
});

export const stepForward = (deck: Deck): Deck => ({ ...deck, back: Math.max(deck.back - 1, 0) });

export const returnToHand = (deck: Deck): Deck => ({ ...deck, back: 0 });

/**
 * Takes the server's list of what this assessor holds. The passage at hand stays under the reader's
 * eyes whatever the list says, unless the campaign takes no judgment of it; and what was judged here
 * does not come back while its judgment travels.
 */
export function receive(
  deck: Deck,
  leased: readonly Assignment[],
  empty: Pick<Empty, 'reason' | 'state'> | null = null,
): Deck {
  const isShut = empty !== null && (empty.reason === 'not_open' || isOver(empty.state));
  const atHand = isShut ? [] : deck.upcoming.slice(0, 1);
  const known = new Set([...atHand, ...deck.judged.map(({ card }) => card)].map(({ key }) => key));
  const fresh = leased.map(cardOf).filter(({ key }) => !known.has(key));
  return { ...deck, upcoming: [...atHand, ...fresh] };
}

/** Adds judgments of earlier sessions behind those made here. */
export function remember(deck: Deck, earlier: readonly OwnJudgment[]): Deck {
  const known = new Set(deck.judged.map(({ card }) => card.key));
  const added = earlier
    .map((one) => ({ card: earlierCardOf(one), verdict: answeredVerdict(one), feedback: null }))
    .filter(({ card }) => !known.has(card.key));
  return { ...deck, judged: [...deck.judged, ...added] };
}

/** Keeps highlights set aside, which the server does not store, with an unchanged answer. */
const withLaidAside = (verdict: Verdict, known: Verdict | undefined): Verdict =>
  known?.laidAside !== undefined && known.grade === verdict.grade && known.reason === verdict.reason
    ? { ...verdict, laidAside: known.laidAside }
    : verdict;

/** Reopens a past judgment with the server's current version. */
export function openAgain(deck: Deck, judgment: OwnJudgment): Deck {
  const index = deck.judged.findIndex(({ card }) => card.key === judgment.key);
  const verdict = withLaidAside(answeredVerdict(judgment), deck.judged[index]?.verdict);
  const item = { card: earlierCardOf(judgment), verdict, feedback: null };
  if (index < 0) return layOpen({ ...deck, judged: [...deck.judged, item] }, item.card);
  return layOpen({ ...deck, judged: deck.judged.with(index, item) }, item.card);
}

/** Lays what the expert says beside the verdict. */
export const explain = (deck: Deck, key: string, feedback: Feedback): Deck => ({
  ...deck,
  judged: deck.judged.map((item) => (item.card.key === key ? { ...item, feedback } : item)),
});

/** Undoes a verdict that the server rejected: restores the one before it, if any. */
export function takeBack(deck: Deck, key: string, before: Verdict | null): Deck {
  const index = deck.judged.findIndex(({ card }) => card.key === key);
  if (index < 0) return deck;
  const judged =
    before === null
      ? without(deck.judged, key)
      : deck.judged.map((item) => (item.card.key === key ? { ...item, verdict: before } : item));
  const shift = before === null && index < deck.back ? 1 : 0;
  return { ...deck, judged, back: deck.back - shift };
}

/** Undoes a rejected verdict, or shows the one that stands instead of it. */
export const giveBack = (
  deck: Deck,
  card: Card,
  before: Verdict | null,
  standing?: Answered,
): Deck =>
  standing === undefined
    ? takeBack(deck, card.key, before)
    : judgeElsewhere(deck, card, answeredVerdict(standing));

/** Lays a passage open before the others, as after a rejection. */
export function layOpen(deck: Deck, card: Card): Deck {
  const index = deck.judged.findIndex((item) => item.card.key === card.key);
  if (index >= 0) return { ...deck, back: index + 1 };
  const rest = deck.upcoming.filter(({ key }) => key !== card.key);
  return { ...deck, upcoming: [card, ...rest], back: 0 };
}

/** Lays the first of what the server served open; the others follow in its order and numbers. */
export function openFirst(deck: Deck, served: readonly Assignment[]): Deck {
  const [first] = served;
  return first === undefined
    ? deck
    : layOpen(receive({ ...deck, upcoming: [] }, served), cardOf(first));
}
