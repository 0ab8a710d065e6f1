import * as Plot from '@observablehq/plot';
import { LOOK } from '@/shared/ui/figure/look';
import { formatCount } from '@/shared/format/numbers';

const ROW = 40;
const [TOP, BOTTOM] = [12, 10];

export type Bar = Readonly<{ name: string; n: number }>;

export const barsHeight = (n: number): number => n * ROW + TOP + BOTTOM;

/** A bar for each, from left to right, with its name and its number above it. */
export function drawBars(width: number, bars: readonly Bar[]): Element {
  const y = { y: 'name' } as const;
  const above = { ...y, dy: -11, fill: 'currentColor' };
  return Plot.plot({
    width,
    height: barsHeight(bars.length),
    marginLeft: 2,
    marginRight: 4,
    marginTop: TOP,
    marginBottom: BOTTOM,
    style: LOOK,
    x: { axis: null, domain: [0, Math.max(...bars.map(({ n }) => n), 1)] },
    y: { type: 'band', domain: bars.map(({ name }) => name), axis: null },
    marks: [
      Plot.text(bars, { ...above, text: 'name', frameAnchor: 'left' }),
      Plot.text(bars, {
        ...above,
        text: ({ n }: Bar) => formatCount(n),
        frameAnchor: 'right',
        textAnchor: 'end',
      }),
      Plot.barX(bars, { ...y, x: 'n', fill: 'var(--accent)', insetTop: 18, insetBottom: 2 }),
      Plot.ruleX([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
    ],
  });
}
