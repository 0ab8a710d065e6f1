import type { ComparisonCell } from '@/api/compared';
import { Difference } from '@/features/comparison/kit/Difference';
import { IntervalBar } from '@/features/comparison/matrix/IntervalBar';
import type { Entry, Matrix } from '@/features/comparison/matrix/matrix';
import { directionOf } from '@/shared/direction';
import { counted, formatInterval, formatP, formatScore, formatShare } from '@/shared/format';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/matrix/matrix.module.css';

type Props = Readonly<{
  entry: Entry | null;
  matrix: Matrix;
}>;

type ApartProps = Readonly<{ cell: ComparisonCell; matrix: Matrix }>;

const isShown = ({ stars }: ComparisonCell, { test }: Matrix): boolean =>
  stars !== '' && test !== 'equivalence';

/** How far a run is from the baseline: as a bar with its interval, and in numbers. */
function Apart({ cell, matrix }: ApartProps) {
  const { difference, interval, p_value: p, p_adjusted: adjusted } = cell;
  const { isLowerBetter, reach } = matrix;
  const direction = isShown(cell, matrix) ? directionOf(difference, isLowerBetter) : undefined;
  return (
    <>
      <IntervalBar {...{ difference, interval, reach, direction }} />
      <small className={styles.range}>
        <span>{formatInterval(interval, isLowerBetter)}</span> <span>{formatP(adjusted ?? p)}</span>
      </small>
    </>
  );
}

/** What a run scores, under both label sets where it is compared with itself. */
function Score({ entry, matrix }: Readonly<{ entry: Entry; matrix: Matrix }>) {
  const { mean, own, cell, place } = entry;
  const { isLowerBetter, isTested, test } = matrix;
  return (
    <span className={styles.score}>
      {own !== null && <span className={text.soft}>{formatScore(own, isLowerBetter)} → </span>}
      <span className={isTested && place === 1 ? styles.best : styles.mean}>
        {formatScore(mean, isLowerBetter)}
      </span>
      {cell !== null && (
        <span className={styles.apart}>
          <Difference
            difference={cell.difference}
            stars={cell.stars}
            test={test}
            isRank={isLowerBetter}
          />
        </span>
      )}
    </span>
  );
}

/** What a run scores, how far it is from the baseline, its place, and what nobody labelled. */
export function MatrixCell({ entry, matrix }: Props) {
  if (entry === null) return <td>–</td>;
  const { cell, nMissing, place, unjudged } = entry;
  const { isTested, lines } = matrix;
  const notes = [
    ...(isTested ? [`${place}\u00a0of\u00a0${lines.length}`] : []),
    ...(unjudged !== null && unjudged > 0 ? [`${formatShare(unjudged)}\u00a0unjudged`] : []),
    ...(nMissing > 0 ? [`${counted(nMissing, 'topic')} missing`] : []),
  ];
  return (
    <td>
      <div className={styles.cell}>
        <Score entry={entry} matrix={matrix} />
        {cell !== null && <Apart cell={cell} matrix={matrix} />}
        <small>{notes.join(' · ')}</small>
      </div>
    </td>
  );
}
