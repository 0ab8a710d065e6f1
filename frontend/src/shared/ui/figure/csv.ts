import type { Cell, FigureTable } from '@/shared/ui/figure/figureTable';

/** What spreadsheets take for a formula; the server's own CSV guards the same (`csv_cells.py`). */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const NEEDS_QUOTES = /[",\r\n]/;

function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `${cell}`;
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const lineOf = (cells: readonly Cell[]): string => `${cells.map(fieldOf).join(',')}\r\n`;

/** The table as CSV (RFC 4180), numbers unrounded; what is not defined is an empty field. */
export const toCsv = <Row>({ columns, rows }: FigureTable<Row>): string =>
  [
    lineOf(columns.map(({ name }) => name)),
    ...rows.map((row) => lineOf(columns.map(({ cell }) => cell(row)))),
  ].join('');
