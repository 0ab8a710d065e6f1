import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { LabelSet, Run } from '@/api/types';
import { defaultSelection } from '@/features/comparison/defaults';
import { addressOf, readSelection } from '@/features/comparison/selection';
import type { Selection } from '@/features/comparison/selection';

/** The selection in the address; one that is bare, or names but a run, gets a sensible one written into it. */
export function useSelection(runs: readonly Run[], labels: readonly LabelSet[]) {
  const [params] = useSearchParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const about = params.get('run');
  const isBare = search === '' || about !== null;
  const selection = isBare ? defaultSelection(runs, labels, about) : readSelection(params);

  const change = (part: Partial<Selection>): void =>
    void navigate(`?${addressOf({ ...selection, ...part })}`, { replace: true });

  const address = addressOf(selection);
  useEffect(() => {
    if (isBare) void navigate(`?${address}`, { replace: true });
  }, [isBare, address, navigate]);

  return [selection, change] as const;
}
