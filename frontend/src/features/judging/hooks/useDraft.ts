import { useState } from 'react';
import type { Span } from '@/features/judging/spans';

type Draft = Readonly<{
  of: string;
  spans: readonly Span[];
  /** One line that says what a grade still needs. */
  hint: string | null;
  isAskingReason: boolean;
}>;

/** What the assessor has prepared on the shown passage; begins anew with each one. */
export function useDraft(of: string, spans: readonly Span[]) {
  const fresh: Draft = { of, spans, hint: null, isAskingReason: false };
  const [kept, setDraft] = useState<Draft>(fresh);
  const draft = kept.of === of ? kept : fresh;
  const change = (part: Partial<Omit<Draft, 'of'>>): void => setDraft({ ...draft, ...part });
  return [draft, change] as const;
}
