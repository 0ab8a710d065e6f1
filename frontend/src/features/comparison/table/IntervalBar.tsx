import type { ComparisonCell } from '@/api/compared';
import type { Column, Table } from '@/features/comparison/table/table';
import { directionOf } from '@/shared/evaluation/direction';
import styles from '@/features/comparison/table/table.module.css';

const [WIDTH, HEIGHT, MARGIN] = [92, 14, 4];

type Props = Readonly<{ cell: ComparisonCell; table: Table; column: Column }>;

/** A difference and its intervals as bars about zero, by one scale in the whole table. */
export function IntervalBar({ cell, table, column }: Props) {
  const { difference, interval, these_topics: these, stars } = cell;
  const { reach, isOwn, test } = table;
  const [least, most] = reach;
  const at = (value: number): number =>
    MARGIN + ((value - least) / (most - least || 1)) * (WIDTH - 2 * MARGIN);
  const [low, high] = interval ?? [];
  const [lowHere, highHere] = these ?? [];
  const isShown = stars !== '' && !isOwn && test !== 'equivalence';
  return (
    <svg
      className={styles.bar}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      {...(isShown && { 'data-direction': directionOf(difference, column.isLowerBetter) })}
      aria-hidden
    >
      <line x1={at(0)} x2={at(0)} y1={0} y2={HEIGHT} className={styles.zero} />
      {low !== undefined && high !== undefined && (
        <line x1={at(low)} x2={at(high)} y1={HEIGHT / 2} y2={HEIGHT / 2} className={styles.reach} />
      )}
      {lowHere !== undefined && highHere !== undefined && (
        <line
          {...{ x1: at(lowHere), x2: at(highHere), y1: HEIGHT / 2, y2: HEIGHT / 2 }}
          className={styles.here}
        />
      )}
      <circle cx={at(difference)} cy={HEIGHT / 2} r={3.5} />
    </svg>
  );
}
