import type { StudyCell, StudyTable } from '@/api/types';

/** What one ranker gains or loses on one line's texts. */
export type NoiseBar = Readonly<{
  line: string;
  ranker: string;
  place: number;
  value: number;
  low: number | null;
  high: number | null;
  stars: string;
}>;

const scaled = (value: number | undefined, by: number): number | null =>
  value === undefined ? null : value / by;

function barOf(cell: StudyCell, line: string, place: number, isRelative: boolean): NoiseBar[] {
  const { ranker, original, difference, interval, stars } = cell;
  if (difference === null || original === null || (isRelative && original === 0)) return [];
  const by = isRelative ? original : 1;
  const [low, high] = [scaled(interval?.[0], by), scaled(interval?.[1], by)];
  return [{ line, ranker, place, value: difference / by, low, high, stars }];
}

/** The changes of a table by one measure, line by line, without the originals. */
export function barsOf(table: StudyTable, measure: string, isRelative: boolean): NoiseBar[] {
  const places = new Map(table.rankers.map(({ name }, place) => [name, place]));
  return table.lines
    .slice(1)
    .flatMap(({ title, cells }) =>
      cells
        .filter((cell) => cell.measure === measure)
        .flatMap((cell) => barOf(cell, title, places.get(cell.ranker) ?? 0, isRelative)),
    );
}
