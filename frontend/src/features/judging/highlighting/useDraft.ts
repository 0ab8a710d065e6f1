import { useState } from 'react';
import type { Asking } from '@/features/judging/keys/commands';
import type { Remarks } from '@/features/judging/pair/deck';
import type { Span } from '@/features/judging/pair/spans';
import type { Stretch } from '@/features/judging/pair/wordBorders';

/** The word that the keyboard is at, and the one from which on it selects. */
type Cursor = Readonly<{ at: Stretch; anchor: Stretch | null }>;

export type Draft = Readonly<{
  of: string;
  spans: readonly Span[];
  /** The highlight added last. */
  latest: Span | null;
  /** First word of a new highlight: it was tapped, and the tap on the last word is awaited. */
  first: Stretch | null;
  cursor: Cursor | null;
  /** One line that says what a grade still needs. */
  hint: string | null;
  /** What a screen reader announces about highlighting. */
  said: string;
  asking: Asking;
  remarks: Remarks;
  /** Whether the field for a note is there, and whether it is to take the focus. */
  noting: 'shown' | 'writing' | null;
}>;

export type DraftChange = Partial<Omit<Draft, 'of'>>;

/** What the assessor has prepared on the shown passage; begins anew with each one. */
export function useDraft(of: string, spans: readonly Span[], remarks: Remarks) {
  const fresh: Draft = {
    of,
    spans,
    latest: null,
    first: null,
    cursor: null,
    hint: null,
    said: '',
    asking: null,
    remarks,
    noting: remarks.note === '' ? null : 'shown',
  };
  const [kept, setDraft] = useState<Draft>(fresh);
  const draft = kept.of === of ? kept : fresh;
  const change = (part: DraftChange): void => setDraft({ ...draft, ...part });
  return [draft, change] as const;
}
