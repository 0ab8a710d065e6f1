import { useMemo } from 'react';
import {
  curvePath,
  depthTicks,
  HEIGHT,
  pointAt,
  WIDTH,
} from '@/features/campaign/setup/pool/curve';
import type { PoolPreview } from '@/api/types';
import { counted, formatCount } from '@/shared/format/numbers';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/setup/pool/SizeCurve.module.css';

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
