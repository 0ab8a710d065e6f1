import type { ReactNode } from 'react';
import { formatCount, formatScore } from '@/shared/format/numbers';

export type Cell = string | number | null;

/** A column of a figure's table: what the CSV holds of a row, and how the page shows the same. */
export type Column<Row> = Readonly<{
  name: string;
  /** Words stand on the left, numbers on the right. */
  isWords: boolean;
  cell: (row: Row) => Cell;
  show: (row: Row) => ReactNode;
}>;

/** A figure in words and numbers. Each row is named by its first column. */
export type FigureTable<Row> = Readonly<{
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}>;

/** A column of words; `show` may make links of them. */
export const words = <Row>(
  name: string,
  cell: (row: Row) => string,
  show: (row: Row) => ReactNode = cell,
): Column<Row> => ({ name, isWords: true, cell, show });

/** A column of numbers. The page rounds them, the CSV does not; null is a number that is not defined. */
export const numbers = <Row>(
  name: string,
  cell: (row: Row) => number | null,
  format: (value: number | null) => ReactNode = formatScore,
): Column<Row> => ({ name, isWords: false, cell, show: (row) => format(cell(row)) });

/** A column of whole numbers. */
export const counts = <Row>(name: string, cell: (row: Row) => number): Column<Row> => ({
  ...numbers(name, cell),
  show: (row) => formatCount(cell(row)),
});
