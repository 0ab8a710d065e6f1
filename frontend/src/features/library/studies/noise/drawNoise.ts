import * as Plot from '@observablehq/plot';
import type { StudyCell, StudyTable } from '@/api/types';

/** What one ranker gains or loses on one line's texts. */
export type NoiseBar = Readonly<{
  line: string;
  ranker: string;
  place: number;
  value: number;
  low: number | null;
  high: number | null;
  stars: string;
}>;

const scaled = (value: number | undefined, by: number): number | null =>
  value === undefined ? null : value / by;

function barOf(cell: StudyCell, line: string, place: number, isRelative: boolean): NoiseBar[] {
  const { ranker, original, difference, interval, stars } = cell;
  if (difference === null || original === null || (isRelative && original === 0)) return [];
  const by = isRelative ? original : 1;
  const [low, high] = [scaled(interval?.[0], by), scaled(interval?.[1], by)];
  return [{ line, ranker, place, value: difference / by, low, high, stars }];
}

/** The changes of a table by one measure, line by line, without the originals. */
export function barsOf(table: StudyTable, measure: string, isRelative: boolean): NoiseBar[] {
  const places = new Map(table.rankers.map(({ name }, place) => [name, place]));
  return table.lines
    .slice(1)
    .flatMap(({ title, cells }) =>
      cells
        .filter((cell) => cell.measure === measure)
        .flatMap((cell) => barOf(cell, title, places.get(cell.ranker) ?? 0, isRelative)),
    );
}

const N_COLOURS = 8;
const NAME = 22;
const STEP = 16;
const PAD = 10;
const MARGIN = 26;
const TICK_WIDTH = 140;

type Options = Readonly<{
  bars: readonly NoiseBar[];
  nRankers: number;
  format: (value: number) => string;
  width: number;
}>;

type Spot = NoiseBar & Readonly<{ y: number; colour: string }>;

export const colourOf = (place: number): string => `var(--line-${(place % N_COLOURS) + 1})`;

const blockOf = (nRankers: number): number => NAME + nRankers * STEP + PAD;

/** How high the drawing is. */
export const heightOf = (nLines: number, nRankers: number): number =>
  nLines * blockOf(nRankers) + 2 * MARGIN;

/** A block a line: its name, below it a dot a ranker with its interval. Left of zero is a fall. */
export function drawNoise({ bars, nRankers, format, width }: Options): Element {
  const lines = [...new Set(bars.map(({ line }) => line))];
  const block = blockOf(nRankers);
  const top = (line: string): number => lines.indexOf(line) * block;
  const spots: Spot[] = bars.map((bar) => ({
    ...bar,
    y: top(bar.line) + NAME + (bar.place + 0.5) * STEP,
    colour: colourOf(bar.place),
  }));
  const stroke = ({ colour }: Spot): string => colour;
  return Plot.plot({
    width,
    height: heightOf(lines.length, nRankers),
    marginLeft: 24,
    marginRight: 24,
    marginTop: MARGIN,
    marginBottom: MARGIN,
    style: {
      background: 'transparent',
      fontSize: '12px',
      fontFamily: 'inherit',
      overflow: 'visible',
    },
    x: {
      label: null,
      grid: true,
      nice: true,
      ticks: Math.max(2, Math.floor(width / TICK_WIDTH)),
      tickFormat: (x: number) => (x === 0 ? '0' : format(x)),
    },
    y: { axis: null, domain: [0, lines.length * block], reverse: true },
    marks: [
      Plot.ruleX([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      Plot.ruleY(
        spots.filter(({ low, high }) => low !== null && high !== null),
        { y: 'y', x1: 'low', x2: 'high', stroke, strokeWidth: 2 },
      ),
      Plot.dot(spots, { x: 'value', y: 'y', fill: stroke, r: 4.5 }),
      Plot.text(lines, {
        y: (line: string) => top(line) + NAME / 2,
        frameAnchor: 'left',
        text: (line: string) => line,
        fill: 'currentColor',
        fontWeight: 600,
      }),
      Plot.tip(
        spots,
        Plot.pointer({
          x: 'value',
          y: 'y',
          title: ({ ranker, line, value, stars }: Spot) =>
            `${ranker}\n${line}\n${format(value)}${stars}`,
        }),
      ),
    ],
  });
}
