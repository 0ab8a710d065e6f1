/** Rows that stand under one heading; '' for none. */
type Part<Row> = Readonly<{ of: string; rows: readonly Row[] }>;

/** Neighbours of one group stand together, under its name. */
export function inParts<Row>(
  rows: readonly Row[],
  groupOf: ((row: Row) => string) | null,
): readonly Part<Row>[] {
  const parts: { of: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const of = groupOf?.(row) ?? '';
    const last = parts.at(-1);
    if (last?.of === of) last.rows.push(row);
    else parts.push({ of, rows: [row] });
  }
  return parts;
}
