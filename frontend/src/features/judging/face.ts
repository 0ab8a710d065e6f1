import { reopened, shown } from '@/features/judging/deck';
import type { Card, Deck, Judged, Verdict } from '@/features/judging/deck';
import type { Span } from '@/features/judging/spans';

/** What of the deck lies open before the reader. */
export type Face = Readonly<{
  card: Card | undefined;
  /** The verdict that stands on it until another is saved. */
  standing: Verdict | null;
  /** Whether it stays whatever is said now, as in the qualification round. */
  isFixed: boolean;
  text: string;
  spans: readonly Span[];
  /** Changes whenever something else lies open, the same passage reopened among it. */
  key: string;
}>;

const NO_SPANS: readonly Span[] = [];

const isFixed = (again: Judged | undefined): boolean =>
  again !== undefined && again.feedback !== null;

export function faceOf(deck: Deck): Face {
  const card = shown(deck);
  const again = reopened(deck);
  const standing = again?.verdict ?? null;
  return {
    card,
    standing,
    isFixed: isFixed(again),
    text: card?.passage.text ?? '',
    spans: standing?.spans ?? NO_SPANS,
    key: `${card?.key ?? ''} ${standing === null ? 'new' : 'again'}`,
  };
}
