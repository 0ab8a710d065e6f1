import { useEffect } from 'react';
import { useSession } from '@/api/session';
import { addressOf, isComplete } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import { noteComparison } from '@/features/comparison/recent/recentComparisons';
import { keepImported } from '@/shared/browser/importedLast';

/** Notes a comparison as opened once there is an answer to it; what was imported last waits for it no longer. */
export function useNoted(selection: Selection, hasAnswer: boolean): void {
  const username = useSession().data?.username ?? null;
  const address = addressOf(selection);
  const isOpened = hasAnswer && isComplete(selection);
  useEffect(() => {
    if (!isOpened || username === null) return;
    noteComparison(username, address);
    keepImported(username, null);
  }, [isOpened, username, address]);
}
