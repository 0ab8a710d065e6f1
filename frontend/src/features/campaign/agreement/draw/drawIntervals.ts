import * as Plot from '@observablehq/plot';
import type { Estimate } from '@/api/types';
import { nameOf } from '@/features/campaign/agreement/draw/estimates';
import { LOOK, tick } from '@/shared/ui/figure/look';
import { formatScore } from '@/shared/format/numbers';

const ROW = 38;
const [TOP, BOTTOM] = [18, 26];

const numberOf = ({ value, low, high }: Estimate): string =>
  low === null || high === null
    ? formatScore(value)
    : `${formatScore(value)}  [${formatScore(low)}, ${formatScore(high)}]`;

export const intervalsHeight = (n: number): number => n * ROW + TOP + BOTTOM;

/** A dot for each figure on a line for its interval; its name and numbers stand above. */
export function drawIntervals(estimates: readonly Estimate[], width: number): Element {
  const known = estimates.filter(({ value }) => value !== null);
  const least = Math.min(0, ...known.map(({ value, low }) => low ?? value ?? 0));
  const y = { y: 'name' } as const;
  const above = { ...y, dy: -12, fill: 'currentColor' };
  return Plot.plot({
    width,
    height: intervalsHeight(estimates.length),
    marginLeft: 12,
    marginRight: 16,
    marginTop: TOP,
    marginBottom: BOTTOM,
    style: LOOK,
    x: {
      domain: [least, 1],
      ticks: 5,
      tickFormat: tick,
      label: null,
      grid: true,
    },
    y: { type: 'band', domain: estimates.map(({ name }) => name), axis: null },
    marks: [
      Plot.ruleX([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      Plot.text(estimates, {
        ...above,
        text: ({ name }: Estimate) => nameOf(name),
        frameAnchor: 'left',
      }),
      Plot.text(estimates, { ...above, text: numberOf, frameAnchor: 'right', textAnchor: 'end' }),
      Plot.ruleY(
        known.filter(({ low }) => low !== null),
        { ...y, x1: 'low', x2: 'high', stroke: 'var(--accent)', strokeWidth: 2.5, dy: 6 },
      ),
      Plot.dot(known, { ...y, x: 'value', r: 4.5, fill: 'var(--accent)', dy: 6 }),
    ],
  });
}
