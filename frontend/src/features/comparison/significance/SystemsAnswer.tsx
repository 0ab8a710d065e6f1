import type { ComparedSystems, SystemFamily } from '@/api/compared';
import { Difference } from '@/features/comparison/kit/Difference';
import { heldAgainst, rankRuns } from '@/features/comparison/significance/families';
import type { RankedRun } from '@/features/comparison/significance/families';
import { hasBaseline, isDrawn } from '@/features/comparison/significance/familyChoice';
import type { Adjustment, Method } from '@/features/comparison/significance/familyChoice';
import { describeFamily, sourcesTable } from '@/features/comparison/significance/familyTables';
import { CORRECTIONS } from '@/shared/evaluation/testNames';
import { formatP, formatScore } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { runPath } from '@/shared/routing/paths';
import { cx } from '@/shared/styles/cx';
import { TableView } from '@/shared/ui/figure/TableView';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import { Scroller } from '@/shared/ui/tables/Scroller';
import kit from '@/features/comparison/kit/kit.module.css';
import styles from '@/features/comparison/significance/significance.module.css';
import text from '@/shared/styles/text.module.css';

type PairsTableProps = Readonly<{
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
function PairsTable({ compared, looked, against }: PairsTableProps) {
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

type LettersTableProps = Readonly<{ compared: ComparedSystems; looked: SystemFamily }>;

/** Runs by their mean; under each label set two that share a letter were not found to differ. */
function LettersTable({ compared, looked }: LettersTableProps) {
  const isRank = looked.lower_is_better;
  const columns = compared.families.flatMap(({ labels, letters }, place) => [
    numbers<RankedRun>(
      labels,
      ({ shown }) => shown[place]?.mean ?? null,
      (mean) => formatScore(mean, isRank),
    ),
    ...(letters === null
      ? []
      : [words<RankedRun>(`${labels}: letters`, ({ shown }) => shown[place]?.letters ?? '')]),
  ]);
  return (
    <TableView
      table={{
        name: `Means of ${looked.measure} with letters`,
        columns: [
          words<RankedRun>(
            'run',
            ({ run }) => run,
            ({ run }) => <Link to={runPath(run)}>{run}</Link>,
          ),
          ...columns,
        ],
        rows: rankRuns(compared, looked),
      }}
    />
  );
}

type Props = Readonly<{ compared: ComparedSystems; looked: SystemFamily }>;

/** What the method says: letters and pairs, or the sources of variance. */
export function SystemsAnswer({ compared, looked }: Props) {
  const method = compared.method as Method;
  const corrected = looked.correction === null ? '' : CORRECTIONS[looked.correction as Adjustment];
  const against = hasBaseline(method) ? (looked.pairs[0]?.baseline ?? null) : null;
  return (
    <>
      <p className={text.soft}>
        {describeFamily(compared, looked, isDrawn(method), corrected)}{' '}
        {looked.letters !== null && 'Runs that share a letter were not found to differ.'}
        {looked.letters === null &&
          hasBaseline(method) &&
          'Letters need all pairs: choose a method that compares them.'}
      </p>
      <LettersTable compared={compared} looked={looked} />
      {looked.pairs.length > 0 && <PairsTable {...{ compared, looked, against }} />}
      {looked.sources.length > 0 && <TableView table={sourcesTable(looked)} />}
    </>
  );
}
