import * as Plot from '@observablehq/plot';
import type { ThresholdLead } from '@/api/types';
import { formatDifference } from '@/shared/format/numbers';
import { LOOK } from '@/shared/ui/figure/look';

type Options = Readonly<{
  leads: readonly ThresholdLead[];
  /** The threshold of the state. */
  current: number;
  isLowerBetter: boolean;
}>;

type Drawn = Readonly<{
  at: string;
  value: number;
  low: number;
  high: number;
  colour: string;
  isCurrent: boolean;
}>;

/** Grey where the interval holds 0. */
export function colourOf(low: number, high: number, isLowerBetter: boolean): string {
  if (low <= 0 && high >= 0) return 'var(--soft)';
  return high < 0 === isLowerBetter ? 'var(--better)' : 'var(--worse)';
}

const drawnOf = ({ leads, current, isLowerBetter }: Options): Drawn[] =>
  leads.flatMap(({ threshold, difference: value, low: lowest, high: highest }) => {
    if (value === null) return [];
    const [low, high] = [lowest ?? value, highest ?? value];
    const colour = lowest === null ? 'var(--soft)' : colourOf(low, high, isLowerBetter);
    return [{ at: `${threshold}`, value, low, high, colour, isCurrent: threshold === current }];
  });

/** Narrower axes would show rounding errors as differences. */
const leastSpan = (isLowerBetter: boolean): number => (isLowerBetter ? 0.2 : 0.02);

/** The ends of the axis of leads: all intervals and 0, and never less than a least span. */
export function endsOf({ leads, isLowerBetter }: Options): [number, number] {
  const found = leads.flatMap(({ difference, low, high }) => [difference, low, high]);
  const values = [0, ...found.filter((value) => value !== null)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const more = Math.max(0, leastSpan(isLowerBetter) - (high - low)) / 2;
  return [low - more, high + more];
}

/** The lead at each threshold, in its interval; the one of the state is bold. */
export function drawLeads(width: number, options: Options): Element {
  const drawn = drawnOf(options);
  const [current, others] = [true, false].map((is) => drawn.filter((one) => one.isCurrent === is));
  return Plot.plot({
    width,
    height: 250,
    marginLeft: 52,
    marginBottom: 42,
    style: LOOK,
    x: {
      type: 'point',
      domain: options.leads.map(({ threshold }) => `${threshold}`),
      label: 'relevant from grade',
      labelOffset: 38,
      padding: 0.6,
    },
    y: {
      domain: endsOf(options),
      label: 'lead',
      grid: true,
      ticks: 5,
      tickFormat: (y: number) => (y === 0 ? '0' : formatDifference(y, false)),
    },
    marks: [
      Plot.ruleY([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      [others, current].map((rows, isBold) => [
        Plot.ruleX(rows, {
          x: 'at',
          y1: 'low',
          y2: 'high',
          stroke: 'colour',
          strokeWidth: isBold ? 4 : 2,
        }),
        Plot.dot(rows, { x: 'at', y: 'value', r: isBold ? 6.5 : 4.5, fill: 'colour' }),
      ]),
      Plot.text(current ?? [], {
        x: 'at',
        y: 'value',
        dx: 12,
        dy: -8,
        textAnchor: 'start',
        fontWeight: 600,
        text: ({ value }: Drawn) => formatDifference(value, options.isLowerBetter),
      }),
    ],
  });
}
