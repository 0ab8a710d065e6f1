import * as Plot from '@observablehq/plot';
import type { Point } from '@/features/comparison/order/slopes';
import { spreadApart } from '@/features/comparison/order/spreadApart';
import { formatScore } from '@/shared/format';

/** As many colours as there are; a line is named at its end, too. */
const N_COLOURS = 8;

const NAME_HEIGHT = 15;
const MARGIN_LEFT = 44;
const [EM, LETTER_WIDTH, DOT_WIDTH] = [12, 7, 30];
const SVG = 'http://www.w3.org/2000/svg';

type Options = Readonly<{
  points: readonly Point[];
  isRank: boolean;
  width: number;
}>;

/** A name that finds no room ends early; the table beside the drawing has all of it. */
function shortened(name: string, room: number): string {
  const most = Math.floor((room - DOT_WIDTH) / LETTER_WIDTH);
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];

function nameTag(run: string, colour: string, x: number, y: number): SVGTextElement {
  const text = document.createElementNS(SVG, 'text');
  const dot = document.createElementNS(SVG, 'tspan');
  dot.setAttribute('fill', colour);
  dot.textContent = '● ';
  text.setAttribute('x', `${x}`);
  text.setAttribute('y', `${y}`);
  text.setAttribute('dy', '0.32em');
  text.setAttribute('text-anchor', 'start');
  text.setAttribute('fill', 'currentColor');
  text.append(dot, run);
  return text;
}

/** One line a run, from label set to label set. Up is better, whichever way the measure points. */
export function drawSlopes({ points, isRank, width }: Options): Element {
  const labels = unique(points.map((point) => point.labels));
  const runs = unique(points.map((point) => point.run));
  const colour = (run: string): string => `var(--line-${(runs.indexOf(run) % N_COLOURS) + 1})`;
  const room = Math.min(
    Math.max(...runs.map((run) => run.length)) * LETTER_WIDTH + DOT_WIDTH,
    width * 0.4,
  );
  const stroke = ({ run }: Point): string => colour(run);
  const plot = Plot.plot({
    width,
    height: 300,
    marginRight: room,
    marginLeft: MARGIN_LEFT,
    marginBottom: 58,
    style: {
      background: 'transparent',
      fontSize: `${EM}px`,
      fontFamily: 'inherit',
      overflow: 'visible',
    },
    x: { type: 'point', domain: labels, label: null, padding: 0.2 },
    y: {
      label: null,
      grid: true,
      reverse: isRank,
      nice: true,
      tickFormat: (y: number) => formatScore(y, isRank),
    },
    marks: [
      Plot.axisX({ label: null, lineWidth: (width - MARGIN_LEFT - room) / labels.length / EM }),
      Plot.line(points, { x: 'labels', y: 'mean', z: 'run', stroke, strokeWidth: 2.5 }),
      Plot.dot(points, { x: 'labels', y: 'mean', fill: stroke, r: 4 }),
      Plot.tip(
        points,
        Plot.pointer({
          x: 'labels',
          y: 'mean',
          title: ({ run, mean }: Point) => `${run} ${formatScore(mean, isRank)}`,
        }),
      ),
    ],
  });
  const height = plot.scale('y');
  const ends = points.filter((point) => point.labels === labels.at(-1));
  const heights = spreadApart(
    ends.map(({ mean }) => Number(height?.apply(mean))),
    NAME_HEIGHT,
  );
  ends.forEach(({ run }, i) =>
    plot.append(nameTag(shortened(run, room), colour(run), width - room + 4, heights[i] ?? 0)),
  );
  return plot;
}
