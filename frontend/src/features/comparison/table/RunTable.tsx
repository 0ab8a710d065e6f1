import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ComparisonCell } from '@/api/compared';
import { spotAddress } from '@/features/comparison/choice/focus';
import { Difference } from '@/features/comparison/kit/Difference';
import { IntervalBar } from '@/features/comparison/table/IntervalBar';
import { sortedBy, usualOrder } from '@/features/comparison/table/table';
import type { Column, Entry, Table } from '@/features/comparison/table/table';
import {
  bareP,
  counted,
  formatInterval,
  formatP,
  formatScore,
  formatShare,
} from '@/shared/format/numbers';
import { shortNames } from '@/shared/format/shortNames';
import { Link } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import { runPath } from '@/shared/routing/paths';
import { cx } from '@/shared/styles/cx';
import { Button } from '@/shared/ui/forms/Button';
import { Scroller } from '@/shared/ui/tables/Scroller';
import kit from '@/features/comparison/kit/kit.module.css';
import styles from '@/features/comparison/table/table.module.css';
import text from '@/shared/styles/text.module.css';

type CellProps = Readonly<{
  run: string;
  entry: Entry | null;
  column: Column;
  table: Table;
  hasBars: boolean;
}>;

/** The p of the test by itself, as its interval is; the corrected one where it says otherwise. */
const describeP = (p: number | null, adjusted: number | null): string =>
  adjusted === null || formatP(p) === formatP(adjusted)
    ? formatP(p)
    : `${formatP(p)}, corrected ${bareP(adjusted)}`;

/** The intervals of a difference: of an estimate two, each with what it holds for. */
function intervalsOf(cell: ComparisonCell, { isLowerBetter, isEstimated }: Column): string {
  const usual = formatInterval(cell.interval, isLowerBetter);
  if (!isEstimated) return usual;
  const these = formatInterval(cell.these_topics, isLowerBetter);
  const named = [usual && `topics like these ${usual}`, these && `these topics ${these}`];
  return named.flatMap((one) => (one === '' ? [] : [one.replaceAll(' ', '\u00a0')])).join(' · ');
}

/** What does not fit beside a score: intervals and p, place, and how much nobody labelled. */
function detailsOf({ cell, place, unjudged }: Entry, column: Column) {
  const { isTested, isEstimated, entries } = column;
  const said = [
    cell && intervalsOf(cell, column),
    cell && describeP(cell.p_value, cell.p_adjusted),
    isTested && `${place}\u00a0of\u00a0${entries.size}`,
    unjudged !== null &&
      unjudged > 0 &&
      `${formatShare(unjudged)}\u00a0${isEstimated ? 'not\u00a0drawable' : 'unjudged'}`,
  ];
  return said.filter((part) => part).join(' · ');
}

type ScoreProps = Readonly<{ run: string; entry: Entry; column: Column }>;

/** The mean, which leads to its topics; those of the baseline are beside every other run’s. */
function Score({ run, entry: { mean, own, cell, place }, column }: ScoreProps) {
  const { search } = useLocation();
  const { labels, measure, isLowerBetter, isTested } = column;
  const shown = formatScore(mean, isLowerBetter);
  const score = (
    <span className={isTested && place === 1 ? styles.best : styles.mean}>{shown}</span>
  );
  const about = `${shown}, topics of ${run} by ${measure} under ${labels}`;
  return (
    <>
      {own !== null && <span className={text.soft}>{formatScore(own, isLowerBetter)} →</span>}
      {cell === null ? (
        score
      ) : (
        <Link to={spotAddress(search, 'topics', { run, labels, measure })} aria-label={about}>
          {score}
        </Link>
      )}
    </>
  );
}

/** A score, how far it is from the baseline, and the rest for who asks. */
function Cell({ run, entry, column, table, hasBars }: CellProps) {
  if (entry === null) return <td>–</td>;
  const { cell, nMissing } = entry;
  return (
    <td>
      <div className={styles.cell} {...(cell === null && { tabIndex: 0 })}>
        <Score {...{ run, entry, column }} />
        {cell !== null && (
          <Difference
            difference={cell.difference}
            stars={table.isOwn ? '' : cell.stars}
            test={table.test}
            isRank={column.isLowerBetter}
          />
        )}
        {cell !== null && hasBars && <IntervalBar cell={cell} table={table} column={column} />}
        {nMissing > 0 && (
          <small className={styles.missing}>
            {counted(nMissing, 'topic')} missing, scored worst
          </small>
        )}
        <small className={styles.detail}>{detailsOf(entry, column)}</small>
      </div>
    </td>
  );
}

/** A column of another kind, at the end of a table. */
export type Beside = Readonly<{
  key: string;
  head: ReactNode;
  cell: (run: string) => ReactNode;
}>;

type Props = Readonly<{
  label: string;
  table: Table;
  /** Of the columns, in their order. */
  heads: readonly ReactNode[];
  /** What each column is called where its best is put first. */
  names: readonly string[];
  hasBars?: boolean;
  isDense: boolean;
  beside?: readonly Beside[];
}>;

/** Runs as rows; a column’s button puts the best of it first. Names stand without what all of them share. */
export function RunTable(props: Props) {
  const { label, table, heads, names, hasBars = false, isDense, beside = [] } = props;
  const [chosen, setChosen] = useState<number | null | undefined>();
  const sorted = chosen === undefined ? usualOrder(table) : chosen;
  const lines = sortedBy(table, sorted);
  const short = shortNames(lines.map(({ run }) => run));
  return (
    <Scroller label={label}>
      <table className={cx(kit.runs, styles.table, isDense && styles.dense)}>
        <thead>
          <tr>
            <th scope="col">run</th>
            {heads.map((head, at) => (
              <th key={names[at]} scope="col">
                {head}
                {table.columns[at]?.isTested === true && lines.length > 1 && (
                  <Button
                    look="flush"
                    aria-label={`best first ${names[at]}`}
                    aria-pressed={sorted === at}
                    onClick={() => setChosen(sorted === at ? null : at)}
                  >
                    best first
                  </Button>
                )}
              </th>
            ))}
            {beside.map(({ key, head }) => (
              <th key={key} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ run, isBaseline, entries }, line) => (
            <tr key={run} className={cx(isBaseline && styles.baseline)}>
              <th scope="row">
                <Link to={runPath(run)} title={run}>
                  {short[line]}
                </Link>
                {isBaseline && <small>baseline</small>}
              </th>
              {table.columns.map((column, at) => (
                <Cell
                  key={names[at]}
                  {...{ run, column, table, hasBars }}
                  entry={entries[at] ?? null}
                />
              ))}
              {beside.map(({ key, cell }) => (
                <td key={key}>{cell(run)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
