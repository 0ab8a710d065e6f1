import { useState } from 'react';
import type { Column, FigureTable } from '@/shared/ui/figure/figureTable';
import { counted } from '@/shared/format/numbers';
import { Scroller } from '@/shared/ui/tables/Scroller';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import grid from '@/shared/styles/table.module.css';

/** A table of thousands of rows helps nobody and slows the page: the ends are what is looked for. */
const END = 100;

const isLong = (rows: readonly unknown[]): boolean => rows.length > 2 * END;

function RowView<Row>({ row, columns }: Readonly<{ row: Row; columns: readonly Column<Row>[] }>) {
  return (
    <tr>
      {columns.map(({ name, isWords, show }, index) => {
        const className = isWords ? grid.words : grid.nowrap;
        return index === 0 ? (
          <th key={name} scope="row" className={className}>
            {show(row)}
          </th>
        ) : (
          <td key={name} className={className}>
            {show(row)}
          </td>
        );
      })}
    </tr>
  );
}

/** A figure's table: its first and last rows, and all on demand. */
export function TableView<Row>({ table }: Readonly<{ table: FigureTable<Row> }>) {
  const { name, columns, rows } = table;
  const [showsAll, setShowsAll] = useState(false);
  const isCut = isLong(rows) && !showsAll;
  const visible = isCut ? [...rows.slice(0, END), ...rows.slice(-END)] : rows;
  return (
    <>
      {isCut && (
        <p className={text.soft}>
          The first {END} and the last {END} of {counted(rows.length, 'row')}.{' '}
          <Button look="flush" onClick={() => setShowsAll(true)}>
            Show all
          </Button>
        </p>
      )}
      <Scroller label={name}>
        <table className={grid.grid}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  className={column.isWords ? grid.words : undefined}
                >
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visible.map((row, index) => (
              <RowView key={index} row={row} columns={columns} />
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  );
}
