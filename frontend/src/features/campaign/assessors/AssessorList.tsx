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
import { formatCount, formatScore, formatShare } from '@/shared/format';
import { Link } from '@/shared/routing/Link';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { definitionOf } from '@/shared/definitions/definitions';
import { Defined } from '@/shared/ui/Defined';
import { Scroller } from '@/shared/ui/Scroller';
import { Tag } from '@/shared/ui/Tag';
import { cx } from '@/shared/cx';
import table from '@/shared/styles/table.module.css';
import kit from '@/features/campaign/kit/rows.module.css';

const SHOWN_AT_FIRST = 40;
const COLUMNS = [
  'votes',
  'same as the others',
  'shift',
  'κ, quadratic',
  'same as gold',
  'same as decisions',
  'same when asked again',
  'too fast',
  'longest run',
] as const;

const KAPPA = definitionOf('coefficients', 'cohen_kappa_quadratic');

type Props = Readonly<{ campaignId: number; rows: readonly AssessorLine[] }>;

/** One row a person, each with its figures; sorted by what is looked for. */
export function AssessorList({ campaignId, rows }: Props) {
  const [order, setOrder] = useState<Order>('others');
  const [visible, more] = useShortList(sorted(rows, order), SHOWN_AT_FIRST, 'assessor');
  return (
    <>
      <SelectField label="Order" options={ORDERS} value={order} onChange={setOrder} />
      <Scroller label="Assessors">
        <table className={cx(table.cards, kit.rows)}>
          <thead>
            <tr>
              <th scope="col" className={table.words}>
                assessor
              </th>
              {COLUMNS.map((name) => (
                <th key={name} scope="col">
                  <Defined at={name === 'κ, quadratic' ? KAPPA : undefined}>{name}</Defined>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visible.map((row) => (
              <Row key={row.assessor} campaignId={campaignId} row={row} />
            ))}
          </tbody>
        </table>
      </Scroller>
      {more}
    </>
  );
}

function Row({ campaignId, row }: Readonly<{ campaignId: number; row: AssessorLine }>) {
  const { assessor, others, longest_run: run } = row;
  const cells = [
    formatCount(row.n_votes),
    formatBeside(others),
    formatShift(others.mean_difference),
    formatScore(others.cohen_kappa_quadratic),
    formatBeside(row.gold),
    formatBeside(row.decisions),
    formatBeside(row.own),
    formatShare(tooFastShare(row)),
    run === null ? '–' : `${formatCount(run.n)} × ${run.grade}`,
  ];
  return (
    <tr>
      <th scope="row" className={table.words}>
        <Link to={`/campaigns/${campaignId}/assessors/${encodeURIComponent(assessor)}`}>
          {assessor}
        </Link>{' '}
        {row.kind !== 'human' && <Tag tone="simulated">{row.kind}</Tag>}{' '}
        {row.flags.map((flag) => (
          <Tag key={flag} tone="flagged">
            {FLAGS[flag]}
          </Tag>
        ))}
      </th>
      {COLUMNS.map((name, place) => (
        <td key={name} data-label={name}>
          {cells[place]}
        </td>
      ))}
    </tr>
  );
}
