import * as Plot from '@observablehq/plot';
import { LOOK, shortened } from '@/shared/ui/figure/look';

const [LARGEST, ROOM_FOR_TEXT] = [52, 34];
const [LETTER_WIDTH, LONGEST_NAME, MARGIN] = [7, 14, 8];
/** Cells narrower than these have no names beside them: the table has. */
const [NARROWEST_COLUMN, LOWEST_ROW] = [13, 9];
/** Never so much colour behind a number that ink fades on it. */
const DARKEST = 0.5;

export type HeatCell = Readonly<{
  x: string;
  y: string;
  /** From 0 to 1: how dark it is. Null has no colour, only an edge. */
  share: number | null;
  text: string;
  tip: string;
}>;

type Options = Readonly<{
  /** Of the columns, and of the rows. */
  names: readonly string[];
  cells: readonly HeatCell[];
}>;

const opacityOf = ({ share }: HeatCell): number =>
  share === null ? 0 : Math.min(Math.max(share, 0), 1) * DARKEST;

const short = (name: string): string => shortened(name, LONGEST_NAME);

/** A square of cells, darker where there is more. */
export function drawHeat(width: number, { names, cells }: Options): Element {
  const longest = Math.max(...names.map((name) => short(name).length), 0);
  const wanted = Math.min(longest * LETTER_WIDTH + MARGIN, width * 0.35);
  const side = Math.min(LARGEST, (width - wanted - MARGIN) / Math.max(names.length, 1));
  const room = side >= LOWEST_ROW ? wanted : MARGIN;
  const fits = side >= ROOM_FOR_TEXT;
  const isNamed = side >= NARROWEST_COLUMN;
  const below = isNamed ? longest * LETTER_WIDTH + 2 * MARGIN : MARGIN;
  const at = { x: 'x', y: 'y' } as const;
  const axis = { tickSize: 0, label: null, tickFormat: short, fontSize: Math.min(12, side) };
  return Plot.plot({
    width: room + side * names.length + MARGIN,
    height: side * names.length + below + MARGIN,
    marginLeft: room,
    marginRight: MARGIN,
    marginTop: MARGIN,
    marginBottom: below,
    style: LOOK,
    x: { type: 'band', domain: names, padding: 0, axis: null },
    y: { type: 'band', domain: names, padding: 0, axis: null },
    opacity: { type: 'identity' },
    marks: [
      ...(isNamed ? [Plot.axisX({ ...axis, tickRotate: -90 })] : []),
      ...(side >= LOWEST_ROW ? [Plot.axisY(axis)] : []),
      Plot.cell(cells, {
        ...at,
        fill: 'var(--accent)',
        fillOpacity: opacityOf,
        stroke: 'var(--line)',
      }),
      ...(fits
        ? [Plot.text(cells, { ...at, text: ({ text }: HeatCell) => text, fill: 'currentColor' })]
        : []),
      Plot.tip(cells, Plot.pointer({ ...at, title: ({ tip }: HeatCell) => tip })),
    ],
  });
}
