import { useMemo } from 'react';
import { formatCount } from '@/shared/format/numbers';
import { oneOfEach, onlyOne } from '@/features/campaign/figures/oneOfEach';
import { shades } from '@/shared/ui/figure/shades';
import { GroupFigure } from '@/shared/ui/figure/GroupFigure';
import type { CampaignFigures } from '@/api/types';
import type { Group } from '@/shared/ui/figure/groups';

type FigureOfCampaign = CampaignFigures['figures'][number];
type Row = FigureOfCampaign['rows'][number];
type Use = FigureOfCampaign['columns'][number]['use'];

/** Columns of one use, each with its place in the rows. */
const columnsOf = (
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
function groupsOf(figure: FigureOfCampaign): readonly Group[] {
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

/** More are in the table alone: nobody can distinguish narrower bars. */
const MOST_DRAWN = 120;

/** Names that are words are all to be read; of numbers and ids some do. */
const keepsNames = ({ columns, rows }: FigureOfCampaign): boolean =>
  columns[0]?.name !== 'from' && columns[0]?.name !== 'query_id' && rows.length <= 60;

const STACKED = 'grades-by-topic';

/** What was not judged, the last, has none of the grades' colour. */
const gradeFills = (n: number): readonly string[] => [...shades(n - 1), 'var(--edge)'];

/** One figure of a campaign: bars, their table, and both as files. */
export function CampaignFigure({ figure }: Readonly<{ figure: FigureOfCampaign }>) {
  const { groups, kinds, note } = useMemo(() => {
    const names = columnsOf(figure, 'counts').map(({ name }) => name);
    return oneOfEach(groupsOf(figure), names);
  }, [figure]);
  const isStacked = figure.name === STACKED;
  const fills = useMemo(
    () => (isStacked ? gradeFills(kinds.length) : undefined),
    [isStacked, kinds],
  );
  const isCut = groups.length > MOST_DRAWN;
  const alone = onlyOne(groups, kinds);
  const some = isCut ? `The first ${MOST_DRAWN} of ${formatCount(groups.length)} are drawn.` : '';
  return (
    <section aria-labelledby={figure.name}>
      <h3 id={figure.name}>{figure.title}</h3>
      {groups.length === 0 && <p>Nothing to count yet.</p>}
      {alone !== null && (
        <p>
          All {figure.y_axis} are of one kind, “{alone.name}”: {formatCount(alone.n)}.
        </p>
      )}
      {groups.length > 0 && alone === null && (
        <GroupFigure
          title={figure.title}
          caption={[note, some].filter((part) => part !== '').join(' ')}
          fileName={figure.name}
          axes={{ up: figure.y_axis, across: figure.x_axis }}
          kinds={kinds}
          groups={groups}
          nDrawn={MOST_DRAWN}
          isStacked={isStacked}
          fills={fills}
          leastStep={1}
          keepsNames={keepsNames(figure)}
          format={formatCount}
        />
      )}
    </section>
  );
}
