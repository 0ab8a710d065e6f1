import type { ComparisonCell } from '@/api/compared';
import { IntervalBar } from '@/features/comparison/matrix/IntervalBar';
import type { Entry, Matrix } from '@/features/comparison/matrix/matrix';
import { directionOf } from '@/shared/direction';
import {
  counted,
  formatDifference,
  formatInterval,
  formatP,
  formatScore,
  formatShare,
} from '@/shared/format';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/matrix/matrix.module.css';

type DifferenceProps = Readonly<{ cell: ComparisonCell; isLowerBetter: boolean; reach: number }>;

function Difference({ cell, isLowerBetter, reach }: DifferenceProps) {
  const { difference, interval, stars, p_value: p, p_adjusted: adjusted } = cell;
  const direction = directionOf(difference, isLowerBetter);
  const shown = stars === '' ? undefined : direction;
  return (
    <>
      <span className={styles.difference} data-direction={shown}>
        {formatDifference(difference, isLowerBetter)}
        {stars}
        {direction !== 'equal' && <span className={text.visuallyHidden}> ({direction})</span>}
      </span>
      <IntervalBar difference={difference} interval={interval} reach={reach} direction={shown} />
      <small>
        {formatInterval(interval, isLowerBetter)} {formatP(adjusted ?? p)}
      </small>
    </>
  );
}

type Props = Readonly<{
  entry: Entry | null;
  matrix: Matrix;
}>;

/** What a run scores, how far it is from the baseline, its place, and what nobody labelled. */
export function MatrixCell({ entry, matrix }: Props) {
  if (entry === null) return <td>–</td>;
  const { mean, own, cell, nMissing, place, unjudged } = entry;
  const { isLowerBetter, isTested, lines, reach } = matrix;
  const notes = [
    ...(isTested ? [`${place} of ${lines.length}`] : []),
    ...(unjudged !== null && unjudged > 0 ? [`${formatShare(unjudged)} unjudged`] : []),
    ...(nMissing > 0 ? [`${counted(nMissing, 'topic')} missing`] : []),
  ];
  return (
    <td>
      {own !== null && <span className={text.soft}>{formatScore(own, isLowerBetter)} → </span>}
      <span className={isTested && place === 1 ? styles.best : styles.mean}>
        {formatScore(mean, isLowerBetter)}
      </span>
      {cell !== null && <Difference cell={cell} isLowerBetter={isLowerBetter} reach={reach} />}
      <small>{notes.join(' · ')}</small>
    </td>
  );
}
