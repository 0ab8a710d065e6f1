import * as Plot from '@observablehq/plot';
import type { PartAgreement } from '@/api/types';
import { nameOf, valueOf } from '@/features/campaign/agreement/draw/estimates';
import { LOOK, tick } from '@/shared/ui/figure/look';
import { formatScore } from '@/shared/format/numbers';
import { legend } from '@/shared/ui/figure/legend';

const ROOM_FOR_DATE = 84;
const [HEIGHT, LEFT, BOTTOM] = [240, 40, 28];

type Point = Readonly<{ at: string; figure: string; value: number }>;

const colourOf = (index: number): string => `var(--line-${index + 1})`;

const pointsOf = (parts: readonly PartAgreement[], figure: string): Point[] =>
  parts.flatMap(({ name, coefficients }) => {
    const value = valueOf(coefficients, figure);
    return value === null ? [] : [{ at: name, figure, value }];
  });

/** Some of the names, so many as find room. */
function ticksOf(names: readonly string[], width: number): string[] {
  const step = Math.ceil((names.length * ROOM_FOR_DATE) / (width - LEFT));
  return names.filter((_, index) => index % step === 0);
}

/** A line for each of the figures, from one part of time to the next. */
export function drawTime(
  parts: readonly PartAgreement[],
  figures: readonly string[],
  width: number,
): Element {
  const names = parts.map(({ name }) => name);
  const points = figures.flatMap((figure) => pointsOf(parts, figure));
  const entries = figures.map((figure, index) => ({
    name: nameOf(figure),
    colour: colourOf(index),
  }));
  const { part, height } = legend(entries, width);
  const stroke = ({ figure }: Point): string => colourOf(figures.indexOf(figure));
  const at = { x: 'at', y: 'value' } as const;
  const plot = Plot.plot({
    width,
    height: HEIGHT + height,
    marginTop: height + 12,
    marginLeft: LEFT,
    marginBottom: BOTTOM,
    marginRight: 36,
    style: LOOK,
    x: { type: 'point', domain: names, ticks: ticksOf(names, width), label: null, padding: 0.3 },
    y: {
      label: null,
      grid: true,
      domain: domainOf(points),
      tickFormat: tick,
    },
    marks: [
      Plot.ruleY([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      Plot.line(points, { ...at, z: 'figure', stroke, strokeWidth: 2 }),
      Plot.dot(points, { ...at, fill: stroke, r: 3.5 }),
      Plot.tip(
        points,
        Plot.pointer({
          ...at,
          title: (one: Point) => `${one.at}\n${nameOf(one.figure)} ${formatScore(one.value)}`,
        }),
      ),
    ],
  });
  plot.append(part);
  return plot;
}

const domainOf = (points: readonly Point[]): [number, number] => [
  Math.min(0, ...points.map(({ value }) => value)),
  1,
];
