import { useMemo } from 'react';
import {
  curvePath,
  depthTicks,
  HEIGHT,
  pointAt,
  WIDTH,
} from '@/features/campaign/setup/pool/curve';
import type { PoolPreview } from '@/api/types';
import { counted, formatCount } from '@/shared/format';

type Props = Readonly<{ preview: PoolPreview; depth: number }>;

/** How the pool grows with its depth, with the chosen one. */
export function SizeCurve({ preview, depth }: Props) {
  const { n_pairs: pairs } = preview;
  const path = useMemo(() => curvePath(pairs), [pairs]);
  const { x, y } = pointAt(depth, pairs);
  const now = pairs[depth - 1] ?? 0;
  const ticks = depthTicks(depth, pairs.length);
  return (
    <figure className="curve">
      <span className="most soft" aria-hidden>
        {counted(pairs.at(-1) ?? 0, 'pair')}
      </span>
      <svg
        viewBox={`-8 -8 ${WIDTH + 16} ${HEIGHT + 16}`}
        role="img"
        aria-label={`The pool by depth: ${counted(now, 'pair')} at depth ${depth}`}
      >
        <path d={`M0,${HEIGHT} H${WIDTH}`} className="axis" />
        <path d={`${path} V${HEIGHT} Z`} className="area" />
        <path d={path} className="line" />
        <path d={`M${x},${HEIGHT} V${y}`} className="stem" />
        <circle cx={x} cy={y} r={6} />
      </svg>
      <div className="marks soft" aria-hidden>
        {ticks.map(({ at, share }) => (
          <span
            key={at}
            className={at === depth ? 'chosen' : undefined}
            style={{ left: `${share * 100}%` }}
          >
            {formatCount(at)}
          </span>
        ))}
      </div>
      <figcaption className="soft small">
        Pairs by depth, up to {formatCount(pairs.at(-1) ?? 0)} at depth {formatCount(pairs.length)}.
      </figcaption>
    </figure>
  );
}
