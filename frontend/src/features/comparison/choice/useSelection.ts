import { useEffect } from 'react';
import {
  useLatestSearch,
  useLocation,
  useNavigate,
  useSearchParams,
} from '@/shared/routing/location';
import type { LabelSet, Run } from '@/api/types';
import { fittingPart } from '@/features/comparison/choice/fitting';
import { selectionOf } from '@/features/comparison/choice/defaults';
import { besides } from '@/features/comparison/choice/focus';
import { addressOf, isBare, describeUnknown } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';

type Kept = Readonly<{ unknown?: string }> | null;

/**
 * The selection in the address, how to change it, and what was left out of it. An address that is bare, or names but
 * a run or a label set, gets a sensible one written into it; what is not known or does not fit is taken out of it, so
 * that it says what is shown.
 */
export function useSelection(runs: readonly Run[], labels: readonly LabelSet[]) {
  const params = useSearchParams();
  const location = useLocation();
  const kept = location.state as Kept;
  const navigate = useNavigate();
  const latestSearch = useLatestSearch();
  const { selection, leftOut } = fittingPart(selectionOf(params, runs, labels), runs, labels);

  const isOpen = isBare(params);
  const unknown = [describeUnknown(params), ...leftOut].filter((found) => found !== '').join(' ');
  const address = addressOf(selection) + besides(params);
  useEffect(() => {
    if (isOpen || unknown !== '') navigate(`?${address}`, { replace: true, state: { unknown } });
  }, [isOpen, unknown, address, navigate]);

  const shown = unknown || (kept?.unknown ?? '');

  /** Something else is compared. The messages about the change join those before; else all of them go. */
  const change = (part: Partial<Selection>, found = ''): void =>
    navigate(
      `?${addressOf({ ...selection, ...part })}${besides(new URLSearchParams(latestSearch()))}`,
      {
        replace: true,
        state: { unknown: found === '' ? '' : `${shown} ${found}`.trim() },
      },
    );

  return [selection, change, shown] as const;
}
