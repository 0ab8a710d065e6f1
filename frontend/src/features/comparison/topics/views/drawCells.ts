import { shortened, withoutMiddle } from '@/shared/ui/figure/look';
import { openOnClick } from '@/shared/ui/figure/openOnClick';
import type { OnPlace } from '@/shared/ui/figure/openOnClick';
import { svgPart } from '@/shared/ui/figure/svg';

const [LETTER, LARGEST, MARGIN] = [7.5, 72, 4];
const LARGEST_SHARE = 0.36; // of the width, for names of rows
const [LONGEST_ABOVE, ROOM_FOR_TEXT, ROOM_FOR_NAME] = [18, 34, 12];
/** Never so much colour behind a number that ink fades on it. */
const [DARKEST, DARKEST_BEHIND_TEXT] = [0.95, 0.5];
const [KEY_HEIGHT, KEY_STEP, N_KEY] = [30, 26, 5];

/** A cell by row and column; `share`, from 0 to 1, is how much colour it has. */
export type HeatCell = Readonly<{
  row: number;
  column: number;
  share: number;
  text: string;
  found: string;
}>;

type Options = Readonly<{
  rows: readonly string[];
  columns: readonly string[];
  cells: readonly HeatCell[];
  rowHeight: number;
  /** What no colour and all of it stand for. */
  ends: readonly [string, string];
}>;

type Layout = Readonly<{ left: number; top: number; wide: number; high: number; hasText: boolean }>;

function layoutOf(width: number, { rows, columns, rowHeight }: Options): Layout {
  const longest = Math.max(1, ...rows.map((name) => name.length));
  const left = Math.min((longest + 1) * LETTER, width * LARGEST_SHARE);
  const wide = Math.min((width - left - MARGIN) / Math.max(columns.length, 1), LARGEST);
  const above = Math.max(1, ...columns.map((name) => withoutMiddle(name, LONGEST_ABOVE).length));
  const top = KEY_HEIGHT + (wide >= ROOM_FOR_NAME ? above * LETTER + 2 * MARGIN : MARGIN);
  return { left, top, wide, high: rowHeight, hasText: wide >= ROOM_FOR_TEXT };
}

const opacityOf = (share: number, { hasText }: Layout): number =>
  Math.min(Math.max(share, 0), 1) * (hasText ? DARKEST_BEHIND_TEXT : DARKEST);

function keyPart([none, all]: Options['ends'], layout: Layout): SVGGElement {
  const from = none.length * LETTER + 2 * MARGIN;
  const steps = Array.from({ length: N_KEY }, (_, step) =>
    svgPart('rect', {
      ...{ x: from + step * KEY_STEP, y: 2, width: KEY_STEP, height: 14 },
      ...{ fill: 'var(--accent)', 'fill-opacity': opacityOf(step / (N_KEY - 1), layout) },
      stroke: 'var(--edge)',
    }),
  );
  const text = { y: 14, fill: 'currentColor' };
  const end = from + N_KEY * KEY_STEP + 2 * MARGIN;
  return svgPart(
    'g',
    {},
    svgPart('text', { ...text, x: 0 }, none),
    ...steps,
    svgPart('text', { ...text, x: end }, all),
  );
}

function namesPart({ rows, columns }: Options, { left, top, wide, high }: Layout): SVGElement[] {
  const most = Math.floor((left - MARGIN) / LETTER);
  const beside = rows.map((name, row) =>
    svgPart(
      'text',
      {
        ...{ x: left - MARGIN, y: top + (row + 0.5) * high, dy: '0.35em' },
        ...{ fill: 'currentColor', 'text-anchor': 'end' },
      },
      shortened(name, most),
    ),
  );
  const above = columns.map((name, column) => {
    const [x, y] = [left + (column + 0.5) * wide, top - MARGIN];
    const turned = { x, y, dy: '0.35em', transform: `rotate(-90 ${x} ${y})` };
    return svgPart('text', { ...turned, fill: 'currentColor' }, withoutMiddle(name, LONGEST_ABOVE));
  });
  return wide >= ROOM_FOR_NAME ? [...beside, ...above] : beside;
}

function cellPart({ row, column, share, text, found }: HeatCell, layout: Layout): SVGGElement {
  const { left, top, wide, high, hasText } = layout;
  const [x, y] = [left + column * wide, top + row * high];
  const box = { x, y, width: wide, height: high, stroke: 'var(--line)' };
  const colour = { fill: 'var(--accent)', 'fill-opacity': opacityOf(share, layout) };
  const middle = { x: x + wide / 2, y: y + high / 2, dy: '0.35em', 'text-anchor': 'middle' };
  return svgPart(
    'g',
    { 'data-cell': 'true' },
    svgPart('rect', { ...box, ...colour }, svgPart('title', {}, found)),
    ...(hasText
      ? [svgPart('text', { ...middle, fill: 'currentColor', 'pointer-events': 'none' }, text)]
      : []),
  );
}

/** Rows and columns of cells, the more colour the more there is, with the numbers where they fit. */
export function drawCells(width: number, options: Options, onCell?: OnPlace): SVGSVGElement {
  const { rows, cells, ends } = options;
  const layout = layoutOf(width, options);
  const height = layout.top + rows.length * layout.high + MARGIN;
  const drawing = svgPart(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, 'font-size': 12 },
    keyPart(ends, layout),
    ...namesPart(options, layout),
    ...cells.map((cell) => cellPart(cell, layout)),
  );
  openOnClick(drawing, '[data-cell]', onCell);
  return drawing;
}
