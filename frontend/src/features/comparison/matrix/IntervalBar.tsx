import styles from '@/features/comparison/matrix/matrix.module.css';

const [WIDTH, HEIGHT, MARGIN] = [120, 14, 4];

type Props = Readonly<{
  difference: number;
  interval: readonly number[] | null;
  /** The difference at either end. */
  reach: number;
  direction: string | undefined;
}>;

/** A difference and its interval as a bar about zero, by one scale in the whole table. */
export function IntervalBar({ difference, interval, reach, direction }: Props) {
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
