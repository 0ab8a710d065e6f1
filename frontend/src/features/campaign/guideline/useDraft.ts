import { useEffect, useState, useSyncExternalStore } from 'react';
import type { GuidelineDraft } from '@/api/types';
import { keepDraft } from '@/features/campaign/api/draft';
import { Draft } from '@/features/campaign/guideline/draft';

/** The draft as it is read first, saved while it is written; the page warns before it would be lost. */
export function useDraft(campaignId: number, initial: GuidelineDraft) {
  const [draft] = useState(() => new Draft((body) => keepDraft(campaignId, body), initial));
  const view = useSyncExternalStore(draft.subscribe, draft.read);
  useEffect(() => draft.flush, [draft]);
  const isWaiting = view.saving === 'waiting';
  useEffect(() => {
    if (!isWaiting) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isWaiting]);
  return { draft, ...view };
}

export type Drafting = ReturnType<typeof useDraft>;
