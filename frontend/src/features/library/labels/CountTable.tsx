import { counted, formatCount } from '@/shared/format';
import { cx } from '@/shared/cx';
import { Bar } from '@/shared/ui/Bar';
import { Scroller } from '@/shared/ui/Scroller';
import table from '@/shared/styles/table.module.css';
import styles from '@/features/library/labels/LabelPage.module.css';

type Props = Readonly<{
  head: string;
  rows: readonly Readonly<{ name: string; n: number }>[];
  /** What is counted, in the singular. */
  of: string;
}>;

/** How many there are of each: a number and a bar. */
export function CountTable({ head, rows, of }: Props) {
  const most = Math.max(...rows.map(({ n }) => n), 1);
  return (
    <Scroller label={`Number of ${of}s by ${head}`}>
      <table className={cx(table.grid, styles.narrow)}>
        <thead>
          <tr>
            <th scope="col" className={table.words}>
              {head}
            </th>
            <th scope="col">{of}s</th>
            <th scope="col" className={styles.bar} aria-hidden />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, n }) => (
            <tr key={name}>
              <th scope="row" className={table.words}>
                {name}
              </th>
              <td>{formatCount(n)}</td>
              <td className={styles.bar}>
                <Bar value={n} max={most} label={`${counted(n, of)} of ${formatCount(most)}`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
