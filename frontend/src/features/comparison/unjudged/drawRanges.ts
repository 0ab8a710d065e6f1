import { nameIn, roomFor } from '@/features/comparison/order/lineStyles';
import { ticksAround } from '@/features/comparison/unjudged/scale';
import { formatScore } from '@/shared/format/numbers';
import { shortNames } from '@/shared/format/shortNames';
import { legend } from '@/shared/ui/figure/legend';
import { svgPart } from '@/shared/ui/figure/svg';

/** A bar from one number to another. */
export type Span = Readonly<{ from: number; to: number; colour: string }>;
type Shape = 'dot' | 'ring' | 'diamond';
export type Mark = Readonly<{ at: number; shape: Shape; colour: string }>;

/** What is drawn for one run: bars one below another, and marks upon the first. */
export type Range = Readonly<{
  name: string;
  spans: readonly Span[];
  marks: readonly Mark[];
  /** What it says when it is pointed at. */
  text: string;
}>;

type Options = Readonly<{
  ranges: readonly Range[];
  kinds: readonly Readonly<{ name: string; colour: string }>[];
  /** Where a line goes through all of them. */
  rule?: number | undefined;
  isRank: boolean;
}>;

const [BAR, SLIM, GAP, RADIUS] = [10, 5, 14, 5.5];
const [TOP, AXIS, EDGE] = [6, 26, 22];

const rowHeight = ({ spans }: Range): number =>
  BAR + Math.max(0, spans.length - 1) * (SLIM + 2) + GAP;

/** The height that so many runs need. */
export const rangesHeight = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, one) => sum + rowHeight(one), TOP + AXIS + 40);

function markPart({ at, shape, colour }: Mark, x: (value: number) => number, y: number) {
  const cx = x(at);
  if (shape === 'diamond') {
    const r = RADIUS + 1;
    const points = `${cx},${y - r} ${cx + r},${y} ${cx},${y + r} ${cx - r},${y}`;
    return svgPart('polygon', { points, fill: 'var(--raised)', stroke: colour, 'stroke-width': 2 });
  }
  const fill = shape === 'dot' ? colour : 'var(--raised)';
  return svgPart('circle', { cx, cy: y, r: RADIUS, fill, stroke: colour, 'stroke-width': 2 });
}

function rangePart(
  range: Range,
  name: string,
  x: (value: number) => number,
  top: number,
  left: number,
) {
  const middle = top + BAR / 2;
  const bars = range.spans.map(({ from, to, colour }, at) => {
    const [start, end] = [Math.min(x(from), x(to)), Math.max(x(from), x(to))];
    const y = at === 0 ? top : top + BAR + 2 + (at - 1) * (SLIM + 2);
    const box = { x: start, y, width: Math.max(end - start, 1), height: at === 0 ? BAR : SLIM };
    return svgPart('rect', { ...box, rx: 2, fill: colour, 'fill-opacity': 0.45 });
  });
  const at = { x: left - 8, y: middle + 4, 'text-anchor': 'end', fill: 'currentColor' };
  return svgPart(
    'g',
    {},
    svgPart('title', {}, range.text),
    svgPart('text', at, nameIn(name, left)),
    ...bars,
    ...range.marks.map((mark) => markPart(mark, x, middle)),
  );
}

/** Bars and marks of each run, one run below another, over one axis. Right is better. */
export function drawRanges(width: number, options: Options): SVGSVGElement {
  const { ranges, kinds, rule, isRank } = options;
  const numbers = ranges.flatMap(({ spans, marks }) => [
    ...spans.flatMap(({ from, to }) => [from, to]),
    ...marks.map(({ at }) => at),
  ]);
  const ticks = ticksAround(Math.min(...numbers), Math.max(...numbers));
  const names = shortNames(ranges.map(({ name }) => name));
  const left = roomFor(names, width * 0.36);
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const long = width - left - EDGE;
  const x = (value: number): number => {
    const share = (value - low) / (high - low || 1);
    return left + (isRank ? 1 - share : share) * long;
  };
  const key = legend(kinds, width);
  let top = key.height + TOP;
  const [first, floor] = [top, top + ranges.reduce((sum, one) => sum + rowHeight(one), 0)];
  const rows = ranges.map((range, at) => {
    const part = rangePart(range, names[at] ?? range.name, x, top, left);
    top += rowHeight(range);
    return part;
  });
  const height = floor + AXIS;
  const grid = ticks.flatMap((tick) => {
    const at = { x: x(tick), y: floor + 16, 'text-anchor': 'middle', fill: 'var(--soft)' };
    const line = { x1: x(tick), x2: x(tick), y1: first - 4, y2: floor, stroke: 'var(--edge)' };
    return [
      svgPart('line', { ...line, 'stroke-opacity': 0.5 }),
      svgPart('text', at, formatScore(tick, isRank)),
    ];
  });
  const through = { y1: first - 4, y2: floor, stroke: 'currentColor', 'stroke-dasharray': '4 3' };
  return svgPart(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, 'font-size': 12 },
    key.part,
    ...grid,
    ...(rule === undefined ? [] : [svgPart('line', { ...through, x1: x(rule), x2: x(rule) })]),
    ...rows,
  );
}
