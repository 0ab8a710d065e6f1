import * as Plot from '@observablehq/plot';
import { formatShare } from '@/shared/format/numbers';
import { shortNames } from '@/shared/format/shortNames';
import { LOOK, withoutMiddle } from '@/shared/ui/figure/look';

/** A run, and the share of draws in which it takes each place. */
export type PlaceShares = Readonly<{ run: string; shares: readonly number[] }>;

const [ROW, EDGES, LETTER, MOST_LETTERS, LEAST_FOR_TEXT] = [24, 48, 6.8, 24, 30];

export const heightOfPlaces = (n: number): number => n * ROW + EDGES;

/** The darker a cell, the more draws give the run that place. */
export function drawPlaces(width: number, rows: readonly PlaceShares[]): Element {
  const names = rows.map(({ run }) => run);
  const short = shortNames(names);
  const most = Math.max(8, Math.min(MOST_LETTERS, Math.floor((width * 0.34) / LETTER)));
  const labels = new Map(names.map((name, at) => [name, withoutMiddle(short[at] ?? name, most)]));
  const left = Math.max(...[...labels.values()].map(({ length }) => length)) * LETTER + 14;
  const cells = rows.flatMap(({ run, shares }) =>
    shares.map((share, at) => ({ run, place: at + 1, share })),
  );
  const isRoomy = (width - left) / rows.length >= LEAST_FOR_TEXT;
  return Plot.plot({
    width,
    height: heightOfPlaces(rows.length),
    marginLeft: left,
    marginTop: 4,
    marginBottom: 40,
    marginRight: 4,
    style: LOOK,
    x: {
      type: 'band',
      domain: rows.map((_, at) => at + 1),
      label: 'place',
      labelOffset: 36,
      tickSize: 0,
      padding: 0.06,
    },
    y: {
      type: 'band',
      domain: names,
      label: null,
      tickSize: 0,
      padding: 0.08,
      tickFormat: (name: string) => labels.get(name),
    },
    marks: [
      Plot.cell(cells, { x: 'place', y: 'run', fill: 'var(--line)', fillOpacity: 0.45 }),
      Plot.cell(cells, { x: 'place', y: 'run', fill: 'var(--accent)', fillOpacity: 'share' }),
      Plot.text(
        cells.filter(({ share }) => isRoomy && share >= 0.005),
        {
          x: 'place',
          y: 'run',
          text: ({ share }: { share: number }) => formatShare(share),
          fontSize: 10.5,
          fill: ({ share }: { share: number }) =>
            share > 0.55 ? 'var(--on-accent)' : 'var(--ink)',
        },
      ),
    ],
    opacity: { type: 'identity' },
    color: { type: 'identity' },
  });
}
