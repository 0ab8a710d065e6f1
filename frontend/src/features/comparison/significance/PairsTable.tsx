import type { ComparedSystems, SystemFamily } from '@/api/compared';
import { Difference } from '@/features/comparison/kit/Difference';
import { heldAgainst, rankRuns } from '@/features/comparison/significance/families';
import { formatP } from '@/shared/format/numbers';
import { runPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { Scroller } from '@/shared/ui/tables/Scroller';
import { cx } from '@/shared/styles/cx';
import kit from '@/features/comparison/kit/kit.module.css';
import styles from '@/features/comparison/significance/significance.module.css';

type Props = Readonly<{
  compared: ComparedSystems;
  looked: SystemFamily;
  /** The one that all others are held against; null where all pairs are compared. */
  against: string | null;
}>;

const RunName = ({ run }: Readonly<{ run: string }>) => (
  <Link to={runPath(run)} className={styles.name}>
    {run}
  </Link>
);

type CellProps = Readonly<{ family: SystemFamily; row: string; column: string }>;

function PairCell({ family, row, column }: CellProps) {
  const held = heldAgainst(family, row, column);
  if (held === null) return <td>{row === column ? '' : '–'}</td>;
  return (
    <td>
      <Difference
        difference={held.difference}
        stars={held.stars}
        isRank={family.lower_is_better}
        test="all pairs"
      />
      <small>{formatP(held.p)}</small>
    </td>
  );
}

/** Rows minus columns, the best run first; one column where all are held against a baseline. */
export function PairsTable({ compared, looked, against }: Props) {
  const runs = rankRuns(compared, looked).map(({ run }) => run);
  const columns = against === null ? runs : [against];
  const rows = against === null ? runs : runs.filter((run) => run !== against);
  return (
    <Scroller label={`Pairs of runs under ${looked.labels}`}>
      <table className={cx(kit.runs, styles.pairs)}>
        <caption>
          Row minus column, by {looked.measure} under {looked.labels}.
          {looked.lower_is_better && ' Lower is better.'}
        </caption>
        <thead>
          <tr>
            <th scope="col">run</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                <RunName run={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">
                <RunName run={row} />
              </th>
              {columns.map((column) => (
                <PairCell key={column} family={looked} row={row} column={column} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
