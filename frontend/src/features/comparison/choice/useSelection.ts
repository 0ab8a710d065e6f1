import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from '@/shared/routing/location';
import type { LabelSet, Run } from '@/api/types';
import { selectionOf } from '@/features/comparison/choice/defaults';
import { besides } from '@/features/comparison/choice/focus';
import { addressOf, isBare, describeUnknown } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';

type Kept = Readonly<{ unknown?: string }> | null;

/**
 * The selection in the address, how to change it, and what in the address was not known. One that is bare, or names
 * but a run or a label set, gets a sensible one written into it; what is not known is taken out of it.
 */
export function useSelection(runs: readonly Run[], labels: readonly LabelSet[]) {
  const params = useSearchParams();
  const location = useLocation();
  const kept = location.state as Kept;
  const navigate = useNavigate();
  const selection = selectionOf(params, runs, labels);

  const change = (part: Partial<Selection>): void =>
    navigate(`?${addressOf({ ...selection, ...part })}${besides(params)}`, { replace: true });

  const [unknown, isOpen] = [describeUnknown(params), isBare(params)];
  const address = addressOf(selection) + besides(params);
  useEffect(() => {
    if (isOpen || unknown !== '') navigate(`?${address}`, { replace: true, state: { unknown } });
  }, [isOpen, unknown, address, navigate]);

  return [selection, change, unknown || (kept?.unknown ?? '')] as const;
}
