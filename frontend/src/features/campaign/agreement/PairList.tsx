import type { AgreementRow } from '@/api/types';
import { nShared, shade } from '@/features/campaign/agreement/pairKappa';
import { formatCount, formatScore } from '@/shared/format';
import { Scroller } from '@/shared/ui/Scroller';
import { useShortList } from '@/features/campaign/kit/useShortList';
import { cx } from '@/shared/cx';
import table from '@/shared/styles/table.module.css';
import kit from '@/features/campaign/kit/rows.module.css';

const SHOWN_AT_FIRST = 20;

/** Beyond every kappa. */
const UNDEFINED_LAST = 2;

type Props = Readonly<{
  rows: readonly AgreementRow[];
  kappa: (row: AgreementRow) => number | null;
}>;

/** The pairs that agree least come first: they are the ones to talk with. */
export function PairList({ rows, kappa }: Props) {
  const sorted = rows.toSorted(
    (a, b) => (kappa(a) ?? UNDEFINED_LAST) - (kappa(b) ?? UNDEFINED_LAST),
  );
  const [visible, more] = useShortList(sorted, SHOWN_AT_FIRST, 'pair');
  return (
    <>
      <Scroller label="Agreement of each pair of assessors">
        <table className={cx(table.grid, kit.rows)}>
          <thead>
            <tr>
              <th scope="col" className={table.words}>
                assessors
              </th>
              <th scope="col">κ</th>
              <th scope="col">pairs both judged</th>
            </tr>
          </thead>
          <tbody>
            {visible.map((row) => (
              <tr key={row.scope.join()}>
                <th scope="row" className={table.words}>
                  {row.scope.join(' and ')}
                </th>
                <td style={{ background: shade(kappa(row)) }}>{formatScore(kappa(row))}</td>
                <td>{formatCount(nShared(row))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {more}
    </>
  );
}
