import type { FrozenRow } from '@/api/types';
import { formatDifference, formatInterval, formatP, formatScore } from '@/shared/format/numbers';
import { runPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { CardTable } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Measure } from '@/shared/ui/Defined';

/** The corrected p where there is one. */
const pOf = ({ p_adjusted: adjusted, p_value: plain }: FrozenRow): number | null =>
  adjusted ?? plain;

const intervalOf = ({ low, high }: FrozenRow): readonly number[] | null =>
  low === null || high === null ? null : [low, high];

const COLUMNS: Columns<FrozenRow> = [
  {
    head: 'measure',
    isWords: true,
    cell: ({ measure, lower_is_better: isLower }) => (
      <>
        <Measure name={measure} />
        {isLower && ' ↓'}
      </>
    ),
  },
  { head: 'run', isWords: true, cell: ({ run }) => <Link to={runPath(run)}>{run}</Link> },
  {
    head: 'baseline',
    isWords: true,
    cell: ({ baseline }) => <Link to={runPath(baseline)}>{baseline}</Link>,
  },
  {
    head: 'baseline mean',
    cell: (row) => formatScore(row.baseline_mean, row.lower_is_better),
  },
  { head: 'mean', cell: (row) => formatScore(row.run_mean, row.lower_is_better) },
  {
    head: 'difference',
    cell: (row) => `${formatDifference(row.difference, row.lower_is_better)}${row.stars}`,
  },
  { head: 'interval', cell: (row) => formatInterval(intervalOf(row), row.lower_is_better) },
  { head: 'p', cell: (row) => formatP(pOf(row)) },
];

type Props = Readonly<{ labels: string; rows: readonly FrozenRow[] }>;

/** The frozen numbers under one label set. */
export function FrozenTable({ labels, rows }: Props) {
  return (
    <CardTable
      label={`Frozen scores under ${labels}`}
      columns={COLUMNS}
      rows={rows}
      keyOf={({ measure, run, baseline }) => `${measure} ${run} ${baseline}`}
    />
  );
}
