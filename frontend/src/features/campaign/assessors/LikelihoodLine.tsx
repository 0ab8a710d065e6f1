import styles from '@/features/campaign/assessors/LikelihoodLine.module.css';

const WIDTH = 240;
const HEIGHT = 60;
const EDGE = 4;

/** The log-likelihood after each iteration: where it has become level, the model has converged. */
export function LikelihoodLine({ values }: Readonly<{ values: readonly number[] }>) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, place) => {
    const x = EDGE + (place / Math.max(values.length - 1, 1)) * (WIDTH - 2 * EDGE);
    const y = HEIGHT - EDGE - ((value - low) / span) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const said = `Log-likelihood from ${(values[0] ?? 0).toFixed(1)} to ${(values.at(-1) ?? 0).toFixed(1)}`;
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${said}, by iteration`}
    >
      <title>{said}</title>
      <polyline points={points.join(' ')} />
    </svg>
  );
}
