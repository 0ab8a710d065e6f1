import { useState } from 'react';
import type { AssessorLine } from '@/api/types';
import { ORDERS, sorted } from '@/features/campaign/assessors/sorting';
import type { Order } from '@/features/campaign/assessors/sorting';
import {
  FLAGS,
  formatBeside,
  formatShift,
  tooFastShare,
} from '@/features/campaign/assessors/texts';
import { useShortList } from '@/features/campaign/kit/useShortList';
import { formatCount, formatScore, formatShare } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { definitionOf } from '@/shared/definitions/definitions';
import { CardTable } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Tag } from '@/shared/ui/Tag';
import kit from '@/features/campaign/kit/rows.module.css';

const SHOWN_AT_FIRST = 40;

const columnsOf = (campaignId: number): Columns<AssessorLine> => [
  {
    head: 'assessor',
    isWords: true,
    cell: ({ assessor, kind, flags }) => (
      <>
        <Link to={`/campaigns/${campaignId}/assessors/${encodeURIComponent(assessor)}`}>
          {assessor}
        </Link>{' '}
        {kind !== 'human' && <Tag tone="simulated">{kind}</Tag>}{' '}
        {flags.map((flag) => (
          <Tag key={flag} tone="flagged">
            {FLAGS[flag]}
          </Tag>
        ))}
      </>
    ),
  },
  { head: 'votes', cell: ({ n_votes: n }) => formatCount(n) },
  { head: 'same as the others', cell: ({ others }) => formatBeside(others) },
  { head: 'shift', cell: ({ others }) => formatShift(others.mean_difference) },
  {
    head: 'κ, quadratic',
    at: definitionOf('coefficients', 'cohen_kappa_quadratic'),
    cell: ({ others }) => formatScore(others.cohen_kappa_quadratic),
  },
  { head: 'same as gold', cell: ({ gold }) => formatBeside(gold) },
  { head: 'same as decisions', cell: ({ decisions }) => formatBeside(decisions) },
  { head: 'same when asked again', cell: ({ own }) => formatBeside(own) },
  { head: 'too fast', cell: (row) => formatShare(tooFastShare(row)) },
  {
    head: 'longest run',
    cell: ({ longest_run: run }) => (run === null ? '–' : `${formatCount(run.n)} × ${run.grade}`),
  },
];

type Props = Readonly<{ campaignId: number; rows: readonly AssessorLine[] }>;

/** One row a person, each with its figures; sorted by what is looked for. */
export function AssessorList({ campaignId, rows }: Props) {
  const [order, setOrder] = useState<Order>('others');
  const [visible, more] = useShortList(sorted(rows, order), SHOWN_AT_FIRST, 'assessor');
  return (
    <>
      <SelectField label="Order" options={ORDERS} value={order} onChange={setOrder} />
      <CardTable
        label="Assessors"
        columns={columnsOf(campaignId)}
        rows={visible}
        keyOf={({ assessor }) => assessor}
        className={kit.rows}
      />
      {more}
    </>
  );
}
