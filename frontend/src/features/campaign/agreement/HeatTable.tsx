import type { AgreementRow } from '@/api/types';
import { nShared, rowOf, shade } from '@/features/campaign/agreement/pairKappa';
import { counted, formatScore } from '@/shared/format';
import { Scroller } from '@/shared/ui/Scroller';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/agreement/HeatTable.module.css';

type Props = Readonly<{
  names: readonly string[];
  rows: readonly AgreementRow[];
  kappa: (row: AgreementRow) => number | null;
}>;

type CellProps = Readonly<{ row: AgreementRow | undefined; kappa: Props['kappa'] }>;

function HeatCell({ row, kappa }: CellProps) {
  if (row === undefined) return <td className={text.soft}>–</td>;
  const value = kappa(row);
  return (
    <td style={{ background: shade(value) }} title={counted(nShared(row), 'pair')}>
      {formatScore(value)}
      <small>{nShared(row)}</small>
    </td>
  );
}

export function HeatTable({ names, rows, kappa }: Props) {
  return (
    <Scroller label="Agreement of each pair of assessors">
      <table className={styles.heat}>
        <thead>
          <tr>
            <td />
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((one) => (
            <tr key={one}>
              <th scope="row">{one}</th>
              {names.map((other) => (
                <HeatCell key={other} row={rowOf(rows, one, other)} kappa={kappa} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
