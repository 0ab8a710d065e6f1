import type { ComparisonCell } from '@/api/compared';
import { Difference } from '@/features/comparison/kit/Difference';
import type { Entry, Matrix } from '@/features/comparison/matrix/matrix';
import { directionOf } from '@/shared/evaluation/direction';
import {
  counted,
  formatInterval,
  formatP,
  formatScore,
  formatShare,
} from '@/shared/format/numbers';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/matrix/matrix.module.css';

const [WIDTH, HEIGHT, MARGIN] = [120, 14, 4];

type IntervalBarProps = Readonly<{
  difference: number;
  interval: readonly number[] | null;
  /** The difference at either end. */
  reach: number;
  direction: string | undefined;
}>;

/** A difference and its interval as a bar about zero, by one scale in the whole table. */
function IntervalBar({ difference, interval, reach, direction }: IntervalBarProps) {
  const at = (value: number): number =>
    WIDTH / 2 + (reach === 0 ? 0 : (value / reach) * (WIDTH / 2 - MARGIN));
  const [low, high] = interval ?? [];
  return (
    <svg
      className={styles.bar}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      data-direction={direction}
      aria-hidden
    >
      <line x1={at(0)} x2={at(0)} y1={0} y2={HEIGHT} className={styles.zero} />
      {low !== undefined && high !== undefined && (
        <line x1={at(low)} x2={at(high)} y1={HEIGHT / 2} y2={HEIGHT / 2} className={styles.reach} />
      )}
      <circle cx={at(difference)} cy={HEIGHT / 2} r={3.5} />
    </svg>
  );
}

type Props = Readonly<{
  entry: Entry | null;
  matrix: Matrix;
}>;

const isShown = ({ stars }: ComparisonCell, { test }: Matrix): boolean =>
  stars !== '' && test !== 'equivalence';

/** How far a run is from the baseline: as a bar with its interval, and in numbers. */
function Apart({ cell, matrix }: Readonly<{ cell: ComparisonCell; matrix: Matrix }>) {
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
