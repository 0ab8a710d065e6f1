import type { ComparisonCell } from '@/api/compared';
import { Difference } from '@/features/comparison/kit/Difference';
import { IntervalBar } from '@/features/comparison/matrix/IntervalBar';
import type { Entry, Matrix } from '@/features/comparison/matrix/matrix';
import { directionOf } from '@/shared/direction';
import { counted, formatInterval, formatP, formatScore, formatShare } from '@/shared/format';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/matrix/matrix.module.css';

type ApartProps = Readonly<{ cell: ComparisonCell; matrix: Matrix }>;

/** How far a run is from the baseline, as a number and as a bar. */
function Apart({ cell, matrix: { isLowerBetter, reach, test } }: ApartProps) {
  const { difference, interval, stars, p_value: p, p_adjusted: adjusted } = cell;
  const isShown = stars !== '' && test !== 'equivalence';
  const direction = isShown ? directionOf(difference, isLowerBetter) : undefined;
  return (
    <>
      <span className={styles.apart}>
        <Difference {...{ difference, stars, test }} isRank={isLowerBetter} />
      </span>
      <IntervalBar {...{ difference, interval, reach, direction }} />
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
  const { isLowerBetter, isTested, lines } = matrix;
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
      {cell !== null && <Apart cell={cell} matrix={matrix} />}
      <small>{notes.join(' · ')}</small>
    </td>
  );
}
