import type { CampaignFigures } from '@/api/types';
import type { Group } from '@/shared/ui/figure/groups';
import { formatCount } from '@/shared/format';

export type FigureOfCampaign = CampaignFigures['figures'][number];
type Row = FigureOfCampaign['rows'][number];
type Use = FigureOfCampaign['columns'][number]['use'];

/** Columns of one use, each with its place in the rows. */
export const columnsOf = (
  { columns }: FigureOfCampaign,
  use: Use,
): readonly Readonly<{ name: string; place: number }>[] =>
  columns.flatMap((column, place) => (column.use === use ? [{ name: column.name, place }] : []));

const asText = (cell: Row[number]): string =>
  typeof cell === 'number' ? formatCount(Math.round(cell * 100) / 100) : (cell ?? '–');

/** A row's names in one: a range whose ends are the same is a number. */
const nameOf = (row: Row, places: readonly number[]): string => {
  const names = places.map((place) => asText(row[place] ?? null));
  return [...new Set(names)].join('–');
};

/** A place of the picture for each row. */
export function groupsOf(figure: FigureOfCampaign): readonly Group[] {
  const [names, counts, beside] = (['names', 'counts', 'beside'] as const).map((use) =>
    columnsOf(figure, use),
  ) as [ReturnType<typeof columnsOf>, ReturnType<typeof columnsOf>, ReturnType<typeof columnsOf>];
  return figure.rows.map((row) => ({
    name: nameOf(
      row,
      names.map(({ place }) => place),
    ),
    values: counts.map(({ place }) => {
      const cell = row[place];
      return typeof cell === 'number' ? cell : null;
    }),
    found: Object.fromEntries(
      beside.map(({ name, place }) => [name, asText(row[place] ?? null)] as const),
    ),
  }));
}
