import { useState } from 'react';

/** The rows in the order in which they first came, so that none moves while it is looked at. */
export function useSteadyOrder<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const [order] = useState(() => new Map(rows.map((row, position) => [keyOf(row), position])));
  const position = (row: Row): number => order.get(keyOf(row)) ?? order.size;
  return rows.toSorted((a, b) => position(a) - position(b));
}
