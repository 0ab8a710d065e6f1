/** How rows are put together: by the name of their fold, null for none. */
type FoldOf<Row> = (row: Row) => string | null;

export type Line<Row> = Readonly<{
  /** Null for a row that stands alone. */
  fold: string | null;
  rows: readonly [Row, ...Row[]];
}>;

/** Rows of one fold together, at the place of the first; one that has a fold to itself stands alone. */
export function linesOf<Row>(rows: readonly Row[], foldOf: FoldOf<Row>): readonly Line<Row>[] {
  const lines: { fold: string | null; rows: [Row, ...Row[]] }[] = [];
  const known = new Map<string, (typeof lines)[number]>();
  for (const row of rows) {
    const fold = foldOf(row);
    const line = fold === null ? undefined : known.get(fold);
    if (line !== undefined) line.rows.push(row);
    else {
      const begun = { fold, rows: [row] as [Row, ...Row[]] };
      lines.push(begun);
      if (fold !== null) known.set(fold, begun);
    }
  }
  return lines.map((line) => (line.rows.length === 1 ? { ...line, fold: null } : line));
}
