import * as Plot from '@observablehq/plot';
import { formatDifference } from '@/shared/format';
import { LOOK } from '@/shared/ui/figure/look';

/** After so many topics: the mean difference and what it lies in, null where nothing is tenable. */
export type Look = Readonly<{ n: number; mean: number; low: number | null; high: number | null }>;

type Options = Readonly<{ looks: readonly Look[]; nPlanned: number; width: number }>;

/** The mean difference as topics come in, within the interval that holds at every look. */
export function drawWatched({ looks, nPlanned, width }: Options): Element {
  return Plot.plot({
    width,
    height: 300,
    marginLeft: 60,
    style: LOOK,
    x: { label: 'topics done', domain: [1, Math.max(nPlanned, 2)], tickFormat: 'd' },
    y: {
      label: null,
      grid: true,
      domain: [-1, 1],
      tickFormat: (y: number) => (y === 0 ? '0' : formatDifference(y, false)),
    },
    marks: [
      Plot.areaY(looks, {
        x: 'n',
        y1: 'low',
        y2: 'high',
        fill: 'var(--accent)',
        fillOpacity: 0.18,
        curve: 'step-after',
      }),
      Plot.ruleY([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      Plot.lineY(looks, { x: 'n', y: 'mean', stroke: 'var(--accent)', strokeWidth: 2 }),
      Plot.dot(looks, { x: 'n', y: 'mean', r: 3, fill: 'var(--accent)' }),
    ],
  });
}
