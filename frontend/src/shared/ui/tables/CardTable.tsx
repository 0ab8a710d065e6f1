import type { Key, ReactNode } from 'react';
import { Defined } from '@/shared/ui/Defined';
import { Scroller } from '@/shared/ui/tables/Scroller';
import { cx } from '@/shared/styles/cx';
import table from '@/shared/styles/table.module.css';
import styles from '@/shared/ui/tables/CardTable.module.css';

type Column<Row> = Readonly<{
  head: string;
  /** What stands below the head. */
  about?: string;
  /** Where the head's definition is. */
  at?: string | undefined;
  /** The cell's label on a phone: the head by default, '' for none. */
  label?: string;
  /** To be read, not compared down the column. */
  isWords?: boolean;
  className?: string | undefined;
  cell: (row: Row) => ReactNode;
}>;

/** The first one names the row. */
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]];

/** A column of words. */
export const wordsColumn = <Row,>(
  head: string,
  cell: Column<Row>['cell'],
  className?: string,
): Column<Row> => ({ head, cell, className, isWords: true });

/** A column of words that say by themselves what they are, without a label on a phone. */
export const unnamedColumn = <Row,>(head: string, cell: Column<Row>['cell']): Column<Row> => ({
  ...wordsColumn(head, cell),
  label: '',
});

type Props<Row> = Readonly<{
  label: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** The look of the cards, where a page has its own; false leaves them as tables have them. */
  className?: string | false | undefined;
  /** The row's name in an address, after the '#'; without it none can be led to. */
  idOf?: ((row: Row) => string) | undefined;
}>;

const classOf = <Row,>({ isWords = false, className }: Column<Row>): string | undefined =>
  cx(isWords && table.words, className) || undefined;

/** A table whose rows are cards on a phone. */
export function CardTable<Row>(props: Props<Row>) {
  const { label, columns, rows, keyOf, className = styles.cards, idOf } = props;
  const [name, ...others] = columns;
  return (
    <Scroller label={label}>
      <table className={cx(table.cards, className)}>
        <thead>
          <tr>
            {columns.map(({ head, about, at, isWords }) => (
              <th key={head} scope="col" className={isWords ? table.words : undefined}>
                <Defined at={at}>{head}</Defined>
                {about !== undefined && <small>{about}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...(idOf && { id: idOf(row), tabIndex: -1 })}>
              <th scope="row" className={classOf(name)} data-label={name.label || undefined}>
                {name.cell(row)}
              </th>
              {others.map((one) => (
                <td
                  key={one.head}
                  className={classOf(one)}
                  data-label={(one.label ?? one.head) || undefined}
                >
                  {one.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
