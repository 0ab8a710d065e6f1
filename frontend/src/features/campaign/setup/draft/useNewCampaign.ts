import { useCallback, useState } from 'react';
import {
  beginWith,
  emptyDraft,
  forgetDraft,
  keepDraft,
  readDraft,
} from '@/features/campaign/setup/draft/draft';
import type { Draft } from '@/features/campaign/setup/draft/draft';

type Part = Partial<Draft>;
export type Change = (part: Part | ((before: Draft) => Part)) => void;

/** The draft of the person who is signed in; it survives a reload. An address may choose the runs. */
export function useNewCampaign(username: string, params: URLSearchParams) {
  const [draft, setDraft] = useState(() => {
    beginWith(username, params);
    return readDraft(username);
  });
  const change: Change = useCallback(
    (part) =>
      setDraft((before) => {
        const after = { ...before, ...(typeof part === 'function' ? part(before) : part) };
        keepDraft(username, after);
        return after;
      }),
    [username],
  );
  const forget = useCallback(() => {
    forgetDraft(username);
    setDraft(emptyDraft());
  }, [username]);
  return { draft, change, forget };
}
