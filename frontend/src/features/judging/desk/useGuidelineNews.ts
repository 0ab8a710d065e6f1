import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Guideline, JudgingSetup } from '@/api/types';
import { readSetup, setupKey } from '@/features/judging/api/setup';
import type { DeskState } from '@/features/judging/desk/deskState';
import { useOnline } from '@/shared/browser/useOnline';

/** A newer guideline than the one on the page, which is to be read before the next passage. */
export type GuidelineNews = Readonly<{
  /** The newer one, with what changed; undefined until it is there. */
  guideline: Guideline | undefined;
  error: Error | null;
  onRetry: () => void;
  /** Shows the newer one from now on, and records judgments under it. */
  onRead: (guideline: Guideline) => void;
  /** Judges one more passage under the one on the page. */
  onSkip: () => void;
}>;

/** The newest version that the server announced. */
const newestOf = ({ newest }: JudgingSetup, { workStatus }: DeskState): number =>
  Math.max(newest.guideline ?? 0, workStatus?.newest?.guideline ?? 0);

type Begun = Readonly<{ key: string | undefined }>;

/** Whether there is news, and the passage that lay open when it came is done. */
function useIsDue(isNews: boolean, openKey: string | undefined): [boolean, () => void] {
  const [begun, setBegun] = useState<Begun | null>(null);
  if (isNews === (begun === null)) setBegun(isNews ? { key: openKey } : null);
  const isDue = isNews && begun !== null && openKey !== undefined && openKey !== begun.key;
  return [isDue, () => setBegun({ key: openKey })];
}

/** Whether it can be read what changed; without a network people judge on as before. */
function useIsAnnounced(
  setup: JudgingSetup,
  state: DeskState,
  openKey: string | undefined,
): [boolean, () => void] {
  const isNewer = newestOf(setup, state) > (setup.guideline?.version ?? 0);
  const isOnline = useOnline();
  return useIsDue(isNewer && isOnline, openKey);
}

/**
 * The guideline on the page stays until the passage that lies open is judged, for that is what it is
 * judged by. What changed since an earlier visit comes before anything is judged. Null while there is
 * nothing to announce.
 */
export function useGuidelineNews(
  setup: JudgingSetup,
  state: DeskState,
  openKey: string | undefined,
): GuidelineNews | null {
  const { id } = setup.campaign;
  const client = useQueryClient();
  const version = setup.guideline?.version ?? 0;
  const [isDue, onSkip] = useIsAnnounced(setup, state, openKey);
  const { data, error, refetch } = useQuery({
    queryKey: [...setupKey(id), 'since', version],
    queryFn: ({ signal }) => readSetup(id, signal, version),
    enabled: isDue,
    networkMode: 'always',
  });
  const isOwed = setup.guideline !== null && setup.guideline.changes.length > 0;
  if (openKey === undefined || !(isOwed || isDue)) return null;
  return {
    guideline: (isOwed ? setup.guideline : data?.guideline) ?? undefined,
    error,
    onRetry: () => void refetch(),
    onRead: (read) =>
      client.setQueryData<JudgingSetup>(
        setupKey(id),
        (shown) => shown && { ...shown, guideline: { ...read, changes: [] } },
      ),
    onSkip,
  };
}
