import * as Plot from '@observablehq/plot';
import type { FlipRates } from '@/api/types';
import { formatShare } from '@/shared/format';

type Options = Readonly<{ rates: readonly FlipRates[]; width: number }>;

const X = { x: 'n' } as const;

/** A box for each n: whiskers from the least to the greatest topic, a dot at the mean. */
export function drawFlips({ rates, width }: Options): Element {
  const rows = [...rates];
  return Plot.plot({
    width,
    height: 300,
    marginLeft: 50,
    marginTop: 28,
    marginBottom: 50,
    style: { background: 'transparent', fontSize: '12px', fontFamily: 'inherit' },
    x: { type: 'band', label: 'passages a topic', labelOffset: 36, padding: 0.4 },
    y: { label: 'mean flip rate', grid: true, zero: true, nice: true, tickFormat: formatShare },
    marks: [
      Plot.ruleX(rows, { ...X, y1: 'minimum', y2: 'maximum', stroke: 'currentColor' }),
      Plot.barY(rows, {
        ...X,
        y1: 'lower_quartile',
        y2: 'upper_quartile',
        fill: 'var(--plot-background)',
        stroke: 'currentColor',
      }),
      Plot.tickY(rows, { ...X, y: 'median', stroke: 'var(--accent)', strokeWidth: 2.5 }),
      Plot.dot(rows, { ...X, y: 'mean', r: 3, fill: 'currentColor' }),
      Plot.ruleY([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
    ],
  });
}
