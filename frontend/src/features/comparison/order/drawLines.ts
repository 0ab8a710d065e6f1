import * as Plot from '@observablehq/plot';
import { lineStyle, nameIn, roomFor } from '@/features/comparison/order/lineStyles';
import { spreadApart } from '@/features/comparison/order/spreadApart';
import { formatScore } from '@/shared/format/numbers';
import { shortNames } from '@/shared/format/shortNames';
import { LOOK } from '@/shared/ui/figure/look';
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
  /** As scores are in print where nothing is said. */
  format?: (value: number) => string;
  /** The ends of the scale; those of the values where none are given. */
  domain?: readonly [number, number];
  /** Whether values are whole: the axis then names no others. */
  isWhole?: boolean;
  /** Names of the lines in colour, the others being muted; all where none are given. */
  marked?: readonly string[] | undefined;
}>;

type Dot = Readonly<{ name: string; place: string; value: number; low: number; high: number }>;

const [NAME_HEIGHT, MARGIN_TOP, MARGIN_BOTTOM, MARGIN_LEFT] = [16, 20, 58, 48];
const [LEAST_HEIGHT, EM, APART] = [320, 12, 5];
/** Nobody can distinguish more intervals than these: then only that of the line looked at is drawn. */
const MOST_INTERVALS = 8;

export const showsAllIntervals = (lines: readonly Line[]): boolean =>
  lines.length <= MOST_INTERVALS;

const MUTED = { colour: 'var(--edge)', dashes: '' };

const dotsOf = ({ name, values, intervals }: Line, places: readonly string[]): Dot[] =>
  places.flatMap((place, at) => {
    const value = values[at] ?? null;
    if (value === null) return [];
    const [low = value, high = value] = intervals?.[at] ?? [];
    return [{ name, place, value, low, high }];
  });

type Look = Readonly<{ colour: string; dashes: string; isMuted: boolean }>;

/** How each line looks: where some are marked, colours go to these alone. */
function looksOf({ lines, focus, marked }: Options): readonly Look[] {
  const coloured = lines.filter(({ name }) => marked?.includes(name) ?? true);
  return lines.map((line) => {
    const place = coloured.indexOf(line);
    const own = line.name === focus ? { colour: 'currentColor', dashes: '' } : MUTED;
    return place < 0 ? { ...own, isMuted: true } : { ...lineStyle(place), isMuted: false };
  });
}

/** How far a line is moved aside, so that its intervals are seen. */
const asideOf = (lines: readonly Line[], at: number): number =>
  showsAllIntervals(lines) && lines[at]?.intervals !== undefined
    ? (at - (lines.length - 1) / 2) * APART
    : 0;

/** A line with its dots and intervals, a little aside so that intervals do not hide each other. */
function marksOf(line: Line, at: number, look: Look, options: Options): Plot.Markish[] {
  const { lines, places, focus } = options;
  const { colour, dashes, isMuted } = look;
  const isFocus = line.name === focus;
  const hasInterval = line.intervals !== undefined && (isFocus || showsAllIntervals(lines));
  const dx = asideOf(lines, at);
  const dots = dotsOf(line, places);
  return [
    Plot.line(dots, {
      ...{ x: 'place', y: 'value', stroke: colour, dx },
      strokeWidth: isFocus ? 3.5 : isMuted ? 1.25 : 2,
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
    Plot.dot(dots, { x: 'place', y: 'value', fill: colour, r: isFocus ? 5 : isMuted ? 3 : 4, dx }),
  ];
}

type Point = Readonly<{ x: number; y: number }>;

/** The name at the end of a line, and a thread to it. */
function nameTag(name: string, colour: string, end: Point, { x, y }: Point): SVGGElement {
  const dot = svgPart('tspan', { fill: colour }, '● ');
  const place = { x, y, dy: '0.32em', 'text-anchor': 'start', fill: 'currentColor' };
  const thread = { x1: end.x, y1: end.y, x2: x - 3, y2: y, stroke: colour };
  return svgPart(
    'g',
    {},
    svgPart('line', { ...thread, 'stroke-opacity': 0.55 }),
    svgPart('text', place, dot, name),
  );
}

const MOST_TICKS = 16;

/** Whole numbers from the least value to the greatest, not too many of them. */
function wholeTicks(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = Math.ceil((most - least + 1) / MOST_TICKS);
  return Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, n) => least + n * step);
}

/** One line a run from place to place, each named at its end. */
export function drawLines(width: number, options: Options): Element {
  const { lines, places, isRank, domain, isWhole = false } = options;
  const looks = looksOf(options);
  const short = shortNames(lines.map(({ name }) => name));
  // Muted lines lie below the others, and that of the run looked at above all.
  const weight = (at: number): number =>
    lines[at]?.name === options.focus ? 2 : looks[at]?.isMuted === true ? 0 : 1;
  const order = lines.map((_, at) => at).toSorted((a, b) => weight(a) - weight(b));
  const { format = (value: number) => formatScore(value, isRank) } = options;
  const room = roomFor(short, width * 0.4);
  const height = Math.max(LEAST_HEIGHT, lines.length * NAME_HEIGHT + MARGIN_TOP + MARGIN_BOTTOM);
  const dots = lines.flatMap((line) => dotsOf(line, places));
  const plot = Plot.plot({
    ...{ width, height, marginTop: MARGIN_TOP, marginRight: room, marginLeft: MARGIN_LEFT },
    marginBottom: MARGIN_BOTTOM,
    style: LOOK,
    x: { type: 'point', domain: places, label: null, padding: 0.15 },
    y: {
      ...{ label: null, grid: true, reverse: isRank, nice: !isWhole, tickFormat: format },
      ...(isWhole && { ticks: wholeTicks(dots.map(({ value }) => value)) }),
      ...(domain !== undefined && { domain: [...domain] }),
    },
    marks: [
      Plot.axisX({ label: null, lineWidth: (width - MARGIN_LEFT - room) / places.length / EM }),
      ...order.flatMap((at) => marksOf(lines[at] as Line, at, looks[at] as Look, options)),
      Plot.tip(
        dots,
        Plot.pointer({
          ...{ x: 'place', y: 'value' },
          title: ({ name, value }: Dot) => `${name} ${format(value)}`,
        }),
      ),
    ],
  });
  const [across, up] = [plot.scale('x'), plot.scale('y')];
  const last = Number(across?.apply(places.at(-1)));
  const ends = lines.flatMap((line, at) => {
    const value = line.values.at(-1) ?? null;
    return value === null ? [] : [{ name: line.name, at, y: Number(up?.apply(value)) }];
  });
  const spread = spreadApart(
    ends.map(({ y }) => y),
    NAME_HEIGHT,
    [MARGIN_TOP, height - MARGIN_BOTTOM],
  );
  ends.forEach(({ name, at, y }, i) => {
    const end = { x: last + asideOf(lines, at), y };
    const place = { x: width - room + 10, y: spread[i] ?? y };
    plot.append(nameTag(nameIn(short[at] ?? name, room), looks[at]?.colour ?? '', end, place));
  });
  return plot;
}
