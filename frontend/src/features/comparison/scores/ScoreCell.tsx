import type { ComparisonCell } from '@/api/compared';
import { MissingTopics } from '@/features/comparison/scores/MissingTopics';
import { directionOf } from '@/shared/direction';
import { formatDifference, formatInterval, formatP, formatScore } from '@/shared/format';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/scores/scores.module.css';

type Props = Readonly<{
  cell: ComparisonCell;
  isLowerBetter: boolean;
  isBest: boolean;
  /** Whether the baseline is the run itself, so that its value shows in this cell. */
  showsOwnBase: boolean;
}>;

/** A mean, its difference with stars and p, corrected where the table is, and the interval. Only a starred difference takes colour. */
export function ScoreCell({ cell, isLowerBetter, isBest, showsOwnBase }: Props) {
  const {
    mean,
    difference,
    interval,
    p_value: p,
    p_adjusted: adjusted,
    stars,
    n_missing: nMissing,
  } = cell;
  const direction = directionOf(difference, isLowerBetter);
  const range = formatInterval(interval, isLowerBetter);
  return (
    <td>
      {showsOwnBase && (
        <span className={text.soft}>{formatScore(cell.baseline_mean, isLowerBetter)} → </span>
      )}
      <span className={isBest ? styles.best : styles.mean}>{formatScore(mean, isLowerBetter)}</span>
      <span className={styles.difference} data-direction={stars === '' ? undefined : direction}>
        {formatDifference(difference, isLowerBetter)}
        {stars}
        {direction !== 'equal' && <span className={text.visuallyHidden}> ({direction})</span>}
      </span>
      <small>
        {formatP(adjusted ?? p)} {range}
      </small>
      <MissingTopics n={nMissing} />
    </td>
  );
}
