import * as Plot from '@observablehq/plot';
import { lineStyle, nameIn } from '@/features/comparison/order/lineStyles';
import { placeNames } from '@/features/comparison/order/placeNames';
import { svgPart } from '@/shared/ui/figure/svg';
import { LOOK } from '@/shared/ui/figure/look';

export type ScatterDot = Readonly<{ name: string; x: number; y: number }>;

type Scale = Readonly<{ title: string; isRank: boolean; format: (value: number) => string }>;

type Options = Readonly<{
  dots: readonly ScatterDot[];
  x: Scale;
  y: Scale;
  focus: string;
  width: number;
}>;

const HEIGHT = 420;
const [MARGIN_LEFT, MARGIN_BOTTOM] = [56, 44];

const axis = ({ title, isRank, format }: Scale) => ({
  ...{ label: title, reverse: isRank, nice: true, grid: true, inset: 14, tickFormat: format },
  labelArrow: 'none' as const,
});

type Spot = Readonly<{ name: string; x: number; y: number; isKept: boolean }>;

function nameTags(spots: readonly Spot[], width: number): SVGElement[] {
  const short = spots.map((one) => ({ ...one, name: nameIn(one.name, width * 0.4) }));
  const frame = { left: MARGIN_LEFT - 6, right: width, top: 0, bottom: HEIGHT - MARGIN_BOTTOM };
  return placeNames(short, frame).flatMap((place, at) => {
    const from = short[at];
    if (place === null || from === undefined) return [];
    const { x, y, anchor } = place;
    const text = { x, y, dy: '0.32em', 'text-anchor': anchor, fill: 'currentColor' };
    const thread = { x1: from.x, y1: from.y, x2: x, y2: y, stroke: 'var(--soft)' };
    return svgPart(
      'g',
      { 'font-size': 11 },
      ...(y === from.y ? [] : [svgPart('line', { ...thread, 'stroke-opacity': 0.6 })]),
      svgPart('text', text, from.name),
    );
  });
}

/** A dot a run: by one order across, by the other up. Right and up are better. */
export function drawScatter({ dots, x, y, focus, width }: Options): Element {
  const plot = Plot.plot({
    ...{ width, height: HEIGHT, marginLeft: MARGIN_LEFT, marginBottom: MARGIN_BOTTOM },
    style: LOOK,
    x: axis(x),
    y: axis(y),
    marks: [
      Plot.dot(dots, {
        ...{ x: 'x', y: 'y', stroke: 'var(--plot-background)', strokeWidth: 1 },
        fill: (_: ScatterDot, at: number) => lineStyle(at).colour,
        r: ({ name }: ScatterDot) => (name === focus ? 6 : 4.5),
      }),
      Plot.tip(
        dots,
        Plot.pointer({
          ...{ x: 'x', y: 'y' },
          title: (dot: ScatterDot) => `${dot.name}\n${x.format(dot.x)}, ${y.format(dot.y)}`,
        }),
      ),
    ],
    r: { type: 'identity' },
  });
  const [across, up] = [plot.scale('x'), plot.scale('y')];
  const spots = dots.map((dot) => ({
    ...{ name: dot.name, isKept: dot.name === focus },
    ...{ x: Number(across?.apply(dot.x)), y: Number(up?.apply(dot.y)) },
  }));
  plot.append(...nameTags(spots, width));
  return plot;
}
