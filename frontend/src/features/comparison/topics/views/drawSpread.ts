import * as Plot from '@observablehq/plot';
import { formatScore } from '@/shared/format/numbers';
import { LOOK, shortened } from '@/shared/ui/figure/look';
import { openOnClick } from '@/shared/ui/figure/openOnClick';
import type { Spread } from '@/shared/ui/figure/spread';

const [ROW, LETTER_WIDTH, MARGIN] = [46, 8, 12];
const LARGEST_SHARE = 0.34; // of the width, for names
/** The box lies above the middle of its row and the strip below. */
const [BOX_TOP, BOX_BOTTOM, STRIP_TOP, STRIP_DEPTH] = [-0.4, -0.02, 0.1, 0.3];
const N_LINES = 5;

/** One run: how its values spread, and each of them with its topic. */
export type RunSpread = Readonly<{
  run: string;
  spread: Spread;
  points: readonly Readonly<{ queryId: string; query: string; value: number }>[];
}>;

type Options = Readonly<{
  runs: readonly RunSpread[];
  isRank: boolean;
  width: number;
  onTopic: (queryId: string) => void;
}>;

/** A box for each run, from its lower to its upper quartile, and below it every topic. Right is better. */
export function drawSpread({ runs, isRank, width, onTopic }: Options): Element {
  const boxes = runs.map(({ run, spread }, row) => ({ run, row, ...spread }));
  // Topics of like values are spread over a few lines, each topic on the same in every run.
  const points = runs.flatMap(({ run, points }, row) =>
    points.map((point, place) => ({
      ...point,
      run,
      at: row + STRIP_TOP + ((place % N_LINES) / (N_LINES - 1)) * STRIP_DEPTH,
    })),
  );
  const longest = Math.max(0, ...runs.map(({ run }) => run.length));
  const left = Math.min(longest * LETTER_WIDTH + MARGIN, width * LARGEST_SHARE);
  const short = (name: string): string => shortened(name, Math.floor((left - 8) / LETTER_WIDTH));
  const score = (value: number): string => formatScore(value, isRank);
  const box = { y1: top(BOX_TOP), y2: top(BOX_BOTTOM) };
  const plot = Plot.plot({
    width,
    height: runs.length * ROW + 56,
    marginLeft: left,
    marginRight: 18,
    marginTop: 14,
    marginBottom: 42,
    style: LOOK,
    x: { grid: true, nice: true, zero: true, reverse: isRank, tickFormat: score, label: null },
    y: {
      domain: [runs.length - 0.45, -0.55],
      ticks: boxes.map(({ row }) => row),
      tickSize: 0,
      tickFormat: (row: number) => short(runs[row]?.run ?? ''),
      label: null,
    },
    marks: [
      Plot.ruleY(boxes, {
        x1: 'least',
        x2: 'most',
        y: top((BOX_TOP + BOX_BOTTOM) / 2),
        stroke: 'currentColor',
      }),
      Plot.rect(boxes, {
        x1: 'lower',
        x2: 'upper',
        ...box,
        fill: 'var(--plot-background)',
        stroke: 'currentColor',
      }),
      Plot.ruleX(boxes, { x: 'median', ...box, stroke: 'var(--accent)', strokeWidth: 3 }),
      Plot.dot(boxes, {
        x: 'mean',
        y: top((BOX_TOP + BOX_BOTTOM) / 2),
        r: 3.5,
        symbol: 'diamond',
        fill: 'currentColor',
      }),
      Plot.dot(points, {
        className: 'strip',
        x: 'value',
        y: 'at',
        r: 3.5,
        fill: 'var(--accent)',
        fillOpacity: 0.45,
      }),
      Plot.tip(
        points,
        Plot.pointer({
          pointerEvents: 'none',
          x: 'value',
          y: 'at',
          title: ({ run, queryId, query, value }: (typeof points)[number]) =>
            `${run} ${score(value)}\n${queryId} ${query}`,
        }),
      ),
    ],
  });
  openOnClick(plot, '.strip circle', (place) => onTopic(points[place]?.queryId ?? ''));
  return plot;
}

const top =
  (offset: number) =>
  ({ row }: Readonly<{ row: number }>): number =>
    row + offset;
