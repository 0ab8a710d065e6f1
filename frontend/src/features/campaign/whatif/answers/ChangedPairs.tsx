import type { Look } from '@/api/types';
import type { PairOfRuns } from '@/features/campaign/whatif/state/focus';
import { bareP, formatDifference } from '@/shared/format/numbers';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';
import { Fold } from '@/shared/ui/Fold';
import { TableView } from '@/shared/ui/figure/TableView';

const FATES: Readonly<Record<string, string>> = {
  appeared: 'appears',
  vanished: 'vanishes',
  reversed: 'turns round',
};

function columnsOf(isRank: boolean): Column<PairOfRuns>[] {
  const apart = (value: number | null): string => formatDifference(value, isRank);
  return [
    words('runs', ({ first, second }) => `${second} − ${first}`),
    words('significance', ({ fate }) => FATES[fate ?? ''] ?? ''),
    numbers('difference', ({ difference }) => difference, apart),
    numbers('p', ({ p }) => p, bareP),
    numbers('reference', (pair) => pair.reference_difference, apart),
    numbers('its p', (pair) => pair.reference_p, bareP),
  ];
}

/** Pairs of runs that are significantly different under one of the two labels alone, or the other way round. */
export function ChangedPairs({ look }: Readonly<{ look: Look }>) {
  const { against, lower_is_better: isRank } = look;
  if (against === null) return null;
  const rows = look.pairs.filter(({ fate }) => fate !== null && fate in FATES);
  if (rows.length === 0) return null;
  const name = `Pairs of runs whose significance differs from that under ${against.label_set}`;
  return (
    <Fold summary={`${name} (${rows.length})`}>
      <TableView table={{ name, columns: columnsOf(isRank), rows }} />
    </Fold>
  );
}
