import type { CampaignFigures } from '@/api/types';
import { formatCount } from '@/shared/format';
import { cx } from '@/shared/cx';
import { Bar } from '@/shared/ui/Bar';
import { Scroller } from '@/shared/ui/Scroller';
import table from '@/shared/styles/table.module.css';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/figures/figures.module.css';

type Figure = CampaignFigures['figures'][number];
type Cell = Figure['rows'][number][number];

/** More rows are in the file alone. */
const MOST = 60;

const shown = (cell: Cell): string =>
  typeof cell === 'number' && Number.isInteger(cell) ? formatCount(cell) : String(cell ?? '–');

const classOf = ({ use }: Figure['columns'][number]): string | undefined =>
  use === 'names' ? table.words : undefined;

const numberOf = (cell: Cell | undefined): number => (typeof cell === 'number' ? cell : 0);

function Rows({ figure }: Readonly<{ figure: Figure }>) {
  const drawn = figure.columns.findIndex(({ use }) => use === 'counts');
  const most = Math.max(...figure.rows.map((row) => numberOf(row[drawn])), 1);
  return figure.rows.slice(0, MOST).map((row, place) => (
    <tr key={place}>
      {row.map((cell, column) => {
        const { name = '', use = 'beside' } = figure.columns[column] ?? {};
        if (use === 'names')
          return (
            <th key={name} scope="row" className={table.words} dir="auto">
              {shown(cell)}
            </th>
          );
        return (
          <td key={name}>
            {shown(cell)}
            {column === drawn && (
              <span className={styles.bar} aria-hidden>
                <Bar value={numberOf(cell)} max={most} label="" />
              </span>
            )}
          </td>
        );
      })}
    </tr>
  ));
}

type Props = Readonly<{ campaignId: number; figure: Figure; labels: readonly string[] }>;

/** One figure: its counts with bars, and as a file. */
export function FigureTable({ campaignId, figure, labels }: Props) {
  const query = new URLSearchParams(labels.map((name) => ['labels', name]));
  const { name } = figure;
  return (
    <details className={parts.fold}>
      <summary>{figure.title}</summary>
      <p className={text.soft}>
        {figure.y_axis} by {figure.x_axis}
        {figure.rows.length > MOST && `; the first ${MOST} of ${formatCount(figure.rows.length)}`}
      </p>
      <Scroller label={figure.title}>
        <table className={cx(table.grid, styles.figure)}>
          <thead>
            <tr>
              {figure.columns.map((column) => (
                <th key={column.name} scope="col" className={classOf(column)}>
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Rows figure={figure} />
          </tbody>
        </table>
      </Scroller>
      <p className={buttons.actions}>
        <a href={`/api/campaigns/${campaignId}/figures/${name}.csv?${query.toString()}`} download>
          Download CSV
        </a>
      </p>
    </details>
  );
}
