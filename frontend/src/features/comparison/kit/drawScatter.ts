import * as Plot from '@observablehq/plot';
import { formatScore } from '@/shared/format/numbers';
import { LOOK } from '@/shared/ui/figure/look';

type Dot = Readonly<{ x: number; y: number }>;

/** One of the axes, and whether lower is better on it: it is turned then. */
type Axis = Plot.ScaleOptions & Readonly<{ isRank: boolean }>;

type Options<Row extends Dot> = Readonly<{
  /** How wide and high it is, with what margins. */
  frame: Plot.PlotOptions;
  x: Axis;
  y: Axis;
  dots: readonly Row[];
  /** How a dot looks. */
  as: Plot.DotOptions;
  /** What is said of a dot before its two scores. */
  nameOf: (dot: Row) => string;
  between: string;
  /** What lies below the dots. */
  below?: Plot.Markish;
}>;

const axisOf = ({ isRank, ...axis }: Axis): Plot.ScaleOptions => ({
  ...{ reverse: isRank, nice: true, grid: true, labelArrow: 'none' },
  tickFormat: (value: number) => formatScore(value, isRank),
  ...axis,
});

/** Dots by two scores each. Right and up are better, whichever way the measures point. */
export function drawScatter<Row extends Dot>(options: Options<Row>) {
  const { frame, x, y, dots, as, nameOf, between, below } = options;
  const tip = (dot: Row): string =>
    `${nameOf(dot)}\n${formatScore(dot.x, x.isRank)}${between}${formatScore(dot.y, y.isRank)}`;
  const at = { x: 'x', y: 'y' };
  return Plot.plot({
    ...{ style: LOOK, symbol: { type: 'identity' }, r: { type: 'identity' } },
    ...frame,
    x: axisOf(x),
    y: axisOf(y),
    marks: [
      below,
      Plot.dot(dots, { ...at, stroke: 'var(--plot-background)', ...as }),
      Plot.tip(dots, Plot.pointer({ pointerEvents: 'none', ...at, title: tip })),
    ],
  });
}
