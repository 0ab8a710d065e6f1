import type { LabelSet, Run } from '@/api/types';
import { fittingPart } from '@/features/comparison/choice/fitting';
import { isComplete, readSelection } from '@/features/comparison/choice/selection';
import { readRecent } from '@/features/comparison/recent/recentComparisons';
import { readImported } from '@/shared/browser/importedLast';

/**
 * Where an address without a query leads: to what the account imported and did not compare yet, else to the comparison
 * that it opened last in this browser. Null where none has all of its runs and label sets still.
 */
export function againPath(
  username: string,
  runs: readonly Run[],
  labels: readonly LabelSet[],
): string | null {
  const isWhole = (path: string): boolean => {
    const asked = readSelection(new URL(path, window.location.href).searchParams);
    return isComplete(asked) && fittingPart(asked, runs, labels).leftOut.length === 0;
  };
  const imported = readImported(username);
  const opened = readRecent(username).map(({ address }) => address);
  return [...(imported === null ? [] : [imported]), ...opened].find(isWhole) ?? null;
}
