import type { ComparisonCell } from '@/api/compared';
import { Difference } from '@/features/comparison/kit/Difference';
import { MissingTopics } from '@/features/comparison/scores/MissingTopics';
import { formatInterval, formatP, formatScore } from '@/shared/format';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/scores/scores.module.css';

type Props = Readonly<{
  cell: ComparisonCell;
  isLowerBetter: boolean;
  isBest: boolean;
  test: string;
  /** Whether the baseline is the run itself, so that its value shows in this cell. */
  showsOwnBase: boolean;
}>;

/** A mean, its difference with stars and p, corrected where the table is, and the interval. */
export function ScoreCell({ cell, isLowerBetter, isBest, test, showsOwnBase }: Props) {
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
