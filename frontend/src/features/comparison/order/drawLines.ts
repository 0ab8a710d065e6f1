import * as Plot from '@observablehq/plot';
import { lineStyle, roomFor, shortened } from '@/features/comparison/order/lineStyles';
import { spreadApart } from '@/features/comparison/order/spreadApart';
import { svgPart } from '@/shared/ui/figure/svg';

/** One line: a value for each place across, and where there is one its interval. */
export type Line = Readonly<{
  name: string;
  values: readonly (number | null)[];
  intervals?: readonly (readonly number[] | null)[];
}>;

type Options = Readonly<{
  lines: readonly Line[];
  /** What stands across, from left to right. */
  places: readonly string[];
  /** Whether lower is better: up is better whichever way the measure points. */
  isRank: boolean;
  /** The name of the line that is looked at. */
  focus: string;
  format: (value: number) => string;
  width: number;
}>;

type Dot = Readonly<{ name: string; place: string; value: number; low: number; high: number }>;

const [NAME_HEIGHT, MARGIN_TOP, MARGIN_BOTTOM, MARGIN_LEFT] = [16, 20, 58, 48];
const [LEAST_HEIGHT, EM, APART] = [320, 12, 5];
/** More intervals than these nobody tells apart: then only that of the line looked at is drawn. */
const MOST_INTERVALS = 8;

export const showsAllIntervals = (lines: readonly Line[]): boolean =>
  lines.length <= MOST_INTERVALS;

const dotsOf = ({ name, values, intervals }: Line, places: readonly string[]): Dot[] =>
  places.flatMap((place, at) => {
    const value = values[at] ?? null;
    if (value === null) return [];
    const [low = value, high = value] = intervals?.[at] ?? [];
    return [{ name, place, value, low, high }];
  });

/** A line with its dots and intervals, a little aside so that intervals do not hide each other. */
function marksOf(line: Line, at: number, options: Options): Plot.Markish[] {
  const { lines, places, focus } = options;
  const { colour, dashes } = lineStyle(at);
  const isFocus = line.name === focus;
  const hasInterval = line.intervals !== undefined && (isFocus || showsAllIntervals(lines));
  const dx = showsAllIntervals(lines) ? (at - (lines.length - 1) / 2) * APART : 0;
  const dots = dotsOf(line, places);
  return [
    Plot.line(dots, {
      ...{ x: 'place', y: 'value', stroke: colour, dx },
      strokeWidth: isFocus ? 3.5 : 2,
      ...(dashes !== '' && { strokeDasharray: dashes }),
    }),
    ...(hasInterval
      ? [
          Plot.ruleX(dots, {
            ...{ x: 'place', y1: 'low', y2: 'high', stroke: colour, dx },
            strokeWidth: 1.5,
          }),
        ]
      : []),
    Plot.dot(dots, { x: 'place', y: 'value', fill: colour, r: isFocus ? 5 : 4, dx }),
  ];
}

/** The name at the end of a line, and a thread to it where it had to move. */
function nameTag(name: string, at: number, [from, to]: readonly [number, number], x: number) {
  const { colour } = lineStyle(at);
  const dot = svgPart('tspan', { fill: colour }, '● ');
  const text = svgPart(
    'text',
    { x: x + 12, y: to, dy: '0.32em', 'text-anchor': 'start', fill: 'currentColor' },
    dot,
    name,
  );
  const thread = { x1: x, y1: from, x2: x + 10, y2: to, stroke: colour, 'stroke-opacity': 0.6 };
  return svgPart('g', {}, svgPart('line', thread), text);
}

/** One line a run from place to place, each named at its end. */
export function drawLines(options: Options): Element {
  const { lines, places, isRank, format, width } = options;
  const room = roomFor(
    lines.map(({ name }) => name),
    width * 0.4,
  );
  const height = Math.max(LEAST_HEIGHT, lines.length * NAME_HEIGHT + MARGIN_TOP + MARGIN_BOTTOM);
  const dots = lines.flatMap((line) => dotsOf(line, places));
  const plot = Plot.plot({
    ...{ width, height, marginTop: MARGIN_TOP, marginRight: room, marginLeft: MARGIN_LEFT },
    marginBottom: MARGIN_BOTTOM,
    style: {
      background: 'transparent',
      fontSize: `${EM}px`,
      fontFamily: 'inherit',
      overflow: 'visible',
    },
    x: { type: 'point', domain: places, label: null, padding: 0.2 },
    y: { label: null, grid: true, reverse: isRank, nice: true, tickFormat: format },
    marks: [
      Plot.axisX({ label: null, lineWidth: (width - MARGIN_LEFT - room) / places.length / EM }),
      ...lines.flatMap((line, at) => marksOf(line, at, options)),
      Plot.tip(
        dots,
        Plot.pointer({
          ...{ x: 'place', y: 'value' },
          title: ({ name, value }: Dot) => `${name} ${format(value)}`,
        }),
      ),
    ],
  });
  const scale = plot.scale('y');
  const ends = lines.flatMap((line, at) => {
    const value = line.values.at(-1) ?? null;
    return value === null ? [] : [{ name: line.name, at, y: Number(scale?.apply(value)) }];
  });
  const spread = spreadApart(
    ends.map(({ y }) => y),
    NAME_HEIGHT,
    [MARGIN_TOP, height - MARGIN_BOTTOM],
  );
  ends.forEach(({ name, at, y }, i) =>
    plot.append(nameTag(shortened(name, room), at, [y, spread[i] ?? y], width - room)),
  );
  return plot;
}
