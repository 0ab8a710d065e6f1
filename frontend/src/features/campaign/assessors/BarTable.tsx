import { Scroller } from '@/shared/ui/Scroller';
import table from '@/shared/styles/table.module.css';
import styles from '@/features/campaign/assessors/BarTable.module.css';

export type BarRow = Readonly<{
  name: string;
  /** From 0 to 1, one of each kind. */
  shares: readonly number[];
  /** What they say in numbers. */
  said: readonly string[];
}>;

type Props = Readonly<{ label: string; kinds: readonly string[]; rows: readonly BarRow[] }>;

/** Bars beside their numbers, one row each; with two kinds one beside the other. */
export function BarTable({ label, kinds, rows }: Props) {
  const most = Math.max(...rows.flatMap(({ shares }) => shares), Number.MIN_VALUE);
  return (
    <Scroller label={label}>
      <table className={table.grid}>
        <thead>
          <tr>
            <th scope="col" className={table.words}>
              {label}
            </th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                {kind}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, shares, said }) => (
            <tr key={name}>
              <th scope="row" className={table.words}>
                {name}
              </th>
              {kinds.map((kind, place) => (
                <td key={kind}>
                  {said[place]}
                  <span className={styles.track} aria-hidden>
                    <i style={{ width: `${((shares[place] ?? 0) / most) * 100}%` }} />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
