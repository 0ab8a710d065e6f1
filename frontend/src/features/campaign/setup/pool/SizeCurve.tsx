import { useMemo } from 'react';
import type { PoolPreview } from '@/api/types';
import { counted, formatCount } from '@/shared/format/numbers';
import styles from '@/features/campaign/setup/pool/SizeCurve.module.css';
import text from '@/shared/styles/text.module.css';

export const WIDTH = 640;
export const HEIGHT = 150;
const MAX_POINTS = 200;

type Point = Readonly<{ x: number; y: number }>;

/** The point of a depth in the picture, which starts at depth 0 with no pairs. */
export const pointAt = (depth: number, pairs: readonly number[]): Point => {
  const most = Math.max(...pairs.slice(-1), 1);
  return {
    x: (depth / Math.max(pairs.length, 1)) * WIDTH,
    y: HEIGHT - ((pairs[depth - 1] ?? 0) / most) * HEIGHT,
  };
};

/** The size of the pool by depth, as an SVG path; of very deep runs not every depth is drawn. */
export function curvePath(pairs: readonly number[]): string {
  const step = Math.max(1, Math.ceil(pairs.length / MAX_POINTS));
  const depths = pairs.map((_, i) => i + 1).filter((depth) => depth % step === 0);
  if (depths.at(-1) !== pairs.length) depths.push(pairs.length);
  const points = depths.map((depth) => pointAt(depth, pairs));
  return `M0,${HEIGHT} ` + points.map(({ x, y }) => `L${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
}

const APART = 0.08;

/** Which depths are written below the picture: the ends, unless the chosen one is close by. */
export function depthTicks(depth: number, deepest: number): { at: number; share: number }[] {
  const shareOf = (at: number) => at / Math.max(deepest, 1);
  const isFree = (end: number) => Math.abs(shareOf(depth) - shareOf(end)) > APART;
  return [...[0, deepest].filter(isFree), depth]
    .sort((a, b) => a - b)
    .map((at) => ({ at, share: shareOf(at) }));
}

/** How the pool grows with its depth, with the chosen one. */
export function SizeCurve({ preview, depth }: Readonly<{ preview: PoolPreview; depth: number }>) {
  const { n_pairs: pairs } = preview;
  const path = useMemo(() => curvePath(pairs), [pairs]);
  const { x, y } = pointAt(depth, pairs);
  const now = pairs[depth - 1] ?? 0;
  const ticks = depthTicks(depth, pairs.length);
  return (
    <figure className={styles.curve}>
      <span className={styles.most} aria-hidden>
        {counted(pairs.at(-1) ?? 0, 'pair')}
      </span>
      <svg
        viewBox={`-8 -8 ${WIDTH + 16} ${HEIGHT + 16}`}
        role="img"
        aria-label={`The pool by depth: ${counted(now, 'pair')} at depth ${depth}`}
      >
        <path d={`M0,${HEIGHT} H${WIDTH}`} className={styles.axis} />
        <path d={`${path} V${HEIGHT} Z`} className={styles.area} />
        <path d={path} className={styles.line} />
        <path d={`M${x},${HEIGHT} V${y}`} className={styles.stem} />
        <circle cx={x} cy={y} r={6} />
      </svg>
      <div className={styles.marks} aria-hidden>
        {ticks.map(({ at, share }) => (
          <span
            key={at}
            className={at === depth ? styles.chosen : undefined}
            style={{ left: `${share * 100}%` }}
          >
            {formatCount(at)}
          </span>
        ))}
      </div>
      <figcaption className={text.note}>
        Pairs by depth, up to {formatCount(pairs.at(-1) ?? 0)} at depth {formatCount(pairs.length)}.
      </figcaption>
    </figure>
  );
}
