import type { ComparisonBlock, ComparisonRow, ComparisonCell } from '@/api/compared';
import { formatDepth, bestDifference } from '@/features/comparison/texts/verdicts';
import { measureDefinition } from '@/shared/definitions/definitions';
import {
  formatShare,
  formatScore,
  formatInterval,
  formatP,
  counted,
} from '@/shared/format/numbers';
import { Defined, Measure } from '@/shared/ui/Defined';
import { Difference } from '@/features/comparison/kit/Difference';
import styles from '@/features/comparison/scores/scores.module.css';
import text from '@/shared/styles/text.module.css';

/** Topics that a run does not answer; each counts with the measure's worst value. */
function MissingTopics({ n }: Readonly<{ n: number | null }>) {
  if (n === null || n === 0) return null;
  return <small className={styles.missing}>{counted(n, 'topic')} missing, scored worst</small>;
}

type ScoreCellProps = Readonly<{
  cell: ComparisonCell;
  isLowerBetter: boolean;
  isBest: boolean;
  test: string;
  /** Whether the baseline is the run itself, so that its value shows in this cell. */
  showsOwnBase: boolean;
}>;

/** A mean, its difference with stars and p, corrected where the table is, and the interval. */
function ScoreCell({ cell, isLowerBetter, isBest, test, showsOwnBase }: ScoreCellProps) {
  const {
    mean,
    difference,
    interval,
    p_value: p,
    p_adjusted: adjusted,
    stars,
    n_missing: nMissing,
  } = cell;
  const range = formatInterval(interval, isLowerBetter);
  return (
    <td>
      {showsOwnBase && (
        <span className={text.soft}>{formatScore(cell.baseline_mean, isLowerBetter)} → </span>
      )}
      <span className={isBest ? styles.best : styles.mean}>{formatScore(mean, isLowerBetter)}</span>
      <span className={styles.apart}>
        <Difference {...{ difference, stars, test }} isRank={isLowerBetter} />
      </span>
      <small>
        {formatP(adjusted ?? p)} {range}
      </small>
      <MissingTopics n={nMissing} />
    </td>
  );
}

type MeasureRowProps = Readonly<{ row: ComparisonRow; hasBaseline: boolean; test: string }>;

function MeasureRow({ row, hasBaseline, test }: MeasureRowProps) {
  const { measure, lower_is_better: isLowerBetter, baseline_mean: base, cells } = row;
  const best = hasBaseline ? bestDifference(row) : null;
  return (
    <tr>
      <th scope="row">
        <Measure name={measure} />
        {isLowerBetter && (
          <abbr title="lower is better" aria-label="lower is better">
            {'\u00a0'}↓
          </abbr>
        )}
      </th>
      {hasBaseline && (
        <td>
          <span className={best === 0 ? styles.best : styles.mean}>
            {formatScore(base, isLowerBetter)}
          </span>
          <MissingTopics n={row.baseline_n_missing} />
        </td>
      )}
      {cells.map((cell) => (
        <ScoreCell
          key={cell.run}
          cell={cell}
          isLowerBetter={isLowerBetter}
          isBest={cell.difference === best}
          test={test}
          showsOwnBase={!hasBaseline}
        />
      ))}
    </tr>
  );
}

type UnjudgedRowProps = Readonly<{
  unjudged: ComparisonBlock['unjudged'][number];
  runs: readonly string[];
}>;

function UnjudgedRow({ unjudged: { cutoff, shares }, runs }: UnjudgedRowProps) {
  const shareOf = (run: string): number | null =>
    shares.find((one) => one.run === run)?.share ?? null;
  return (
    <tr className={styles.unjudged}>
      <th scope="row">
        <Defined at={measureDefinition('Unjudged')}>unjudged</Defined> in {formatDepth(cutoff)}
      </th>
      {runs.map((run) => (
        <td key={run}>{formatShare(shareOf(run))}</td>
      ))}
    </tr>
  );
}

type Props = Readonly<{
  block: ComparisonBlock;
  baseline: string | null;
  baselineLabels: string | null;
  test: string;
}>;

/** Runs as columns, measures as rows, and beside the scores the share that nobody judged. */
export function BlockTable({ block, baseline, baselineLabels, test }: Props) {
  const runs = block.rows[0]?.cells.map(({ run }) => run) ?? [];
  return (
    <table className={styles.scores}>
      <thead>
        <tr>
          <th scope="col">measure</th>
          {baseline !== null && (
            <th scope="col">
              <span className={styles.name}>{baseline}</span>
              <small>baseline</small>
            </th>
          )}
          {runs.map((run) => (
            <th key={run} scope="col">
              <span className={styles.name}>{run}</span>
              <small>{baselineLabels === null ? 'difference' : `against ${baselineLabels}`}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row) => (
          <MeasureRow key={row.measure} row={row} hasBaseline={baseline !== null} test={test} />
        ))}
        {block.unjudged.map((unjudged) => (
          <UnjudgedRow
            key={unjudged.cutoff}
            unjudged={unjudged}
            runs={baseline === null ? runs : [baseline, ...runs]}
          />
        ))}
      </tbody>
    </table>
  );
}
