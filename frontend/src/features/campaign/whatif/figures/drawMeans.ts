import * as Plot from '@observablehq/plot';
import type { Look } from '@/api/types';
import { formatPlace, formatScore } from '@/shared/format/numbers';
import { shortNames } from '@/shared/format/shortNames';
import { LOOK, withoutMiddle } from '@/shared/ui/figure/look';

export type RunMean = Look['runs'][number];

type Options = Readonly<{
  runs: readonly RunMean[];
  /** The names of the runs in focus. */
  marked: readonly string[];
  isRank: boolean;
}>;

const [ROW, EDGES, LETTER, MOST_LETTERS, NARROW, TICK] = [24, 46, 6.8, 26, 420, 52];

export const heightOfMeans = (n: number): number => n * ROW + EDGES;

/** How a run moves from its place under the reference: "2nd ↑ was 5th", and "2nd ↑" where it is narrow. */
export function sayPlace({ place, reference_place: was }: RunMean, isNarrow: boolean): string {
  if (was === null) return formatPlace(place);
  if (was === place) return `${formatPlace(place)} =`;
  const move = `${formatPlace(place)} ${was > place ? '↑' : '↓'}`;
  return isNarrow ? move : `${move} was ${formatPlace(was)}`;
}

const colourOf = ({ place, reference_place: was }: RunMean): string => {
  if (was === null || was === place) return 'var(--soft)';
  return was > place ? 'var(--better)' : 'var(--worse)';
};

/** The runs from the best on, each with its interval, its mean under the reference, and its place. */
export function drawMeans(width: number, { runs, marked, isRank }: Options): Element {
  const names = runs.map(({ run }) => run);
  const short = shortNames(names);
  const most = Math.max(8, Math.min(MOST_LETTERS, Math.floor((width * 0.34) / LETTER)));
  const labels = new Map(names.map((name, at) => [name, withoutMiddle(short[at] ?? name, most)]));
  const longest = Math.max(...[...labels.values()].map(({ length }) => length));
  const hasReference = runs.some(({ reference_place: was }) => was !== null);
  const isNarrow = width < NARROW;
  const [left, right] = [longest * LETTER + 14, hasReference && !isNarrow ? 92 : 46];
  const ticks = Math.max(2, Math.min(5, Math.floor((width - left - right) / TICK)));
  const colour = ({ run }: RunMean): string =>
    marked.includes(run) ? 'var(--accent)' : 'var(--soft)';
  return Plot.plot({
    width,
    height: heightOfMeans(runs.length),
    marginLeft: left,
    marginRight: right,
    marginTop: 6,
    style: LOOK,
    x: { label: null, grid: true, ticks, tickFormat: (x: number) => formatScore(x, isRank) },
    y: { domain: names, label: null, tickSize: 0, tickFormat: (name: string) => labels.get(name) },
    marks: [
      Plot.ruleY(runs, { y: 'run', x1: lowOf, x2: highOf, stroke: colour, strokeWidth: 2 }),
      Plot.dot(
        runs.filter(({ reference_mean: was }) => was !== null),
        { x: 'reference_mean', y: 'run', r: 4, stroke: 'var(--soft)', fill: 'var(--raised)' },
      ),
      Plot.dot(runs, { x: 'mean', y: 'run', r: 4.5, fill: colour }),
      Plot.text(runs, {
        y: 'run',
        frameAnchor: 'right',
        textAnchor: 'start',
        dx: 10,
        text: (run: RunMean) => sayPlace(run, isNarrow),
        fill: colourOf,
      }),
    ],
  });
}

const lowOf = ({ low, mean }: RunMean): number => low ?? mean;
const highOf = ({ high, mean }: RunMean): number => high ?? mean;
