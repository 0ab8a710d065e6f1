import { hasEnded, isShut } from '@/features/judging/desk/campaignState';
import { reopened, shown } from '@/features/judging/pair/deck';
import type { Card, Judged, Verdict } from '@/features/judging/pair/deck';
import type { DeskState } from '@/features/judging/desk/desk';
import type { Span } from '@/features/judging/pair/spans';

/** What of the deck lies open before the reader. */
export type Face = Readonly<{
  card: Card | undefined;
  /** Its verdict so far; null for a passage that is not judged yet. */
  currentVerdict: Verdict | null;
  /** Why the verdict cannot change; null where it can. */
  fixed: string | null;
  text: string;
  spans: readonly Span[];
  /** Changes whenever something else lies open, the same passage reopened among it. */
  key: string;
}>;

const NO_SPANS: readonly Span[] = [];

function whyFixed(again: Judged | undefined, workStatus: DeskState['workStatus']): string | null {
  if (again === undefined) return null;
  if (again.feedback !== null) return 'Answers of the qualification round stay as they are.';
  if (hasEnded({ workStatus })) return 'The campaign has ended, so it stays.';
  return isShut({ workStatus })
    ? 'Nothing is taken now, so it stays until the campaign goes on.'
    : null;
}

export function faceOf({ deck, workStatus }: Pick<DeskState, 'deck' | 'workStatus'>): Face {
  const card = shown(deck);
  const again = reopened(deck);
  const currentVerdict = again?.verdict ?? null;
  return {
    card,
    currentVerdict,
    fixed: whyFixed(again, workStatus),
    text: card?.passage.text ?? '',
    spans: currentVerdict?.spans ?? NO_SPANS,
    key: `${card?.key ?? ''} ${currentVerdict === null ? 'new' : 'again'}`,
  };
}
