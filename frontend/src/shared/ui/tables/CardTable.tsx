import { Fragment, useState } from 'react';
import type { Key, ReactNode } from 'react';
import { linesOf } from '@/shared/ui/tables/folds';
import { useLocation } from '@/shared/routing/location';
import { decodedHash } from '@/shared/routing/match';
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

/** Rows that begin as one line, which says what they are. */
type Folds<Row> = Readonly<{
  of: (row: Row) => string | null;
  line: (fold: string, rows: readonly Row[]) => ReactNode;
}>;

type Props<Row> = Readonly<{
  label: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** The look of the cards, where a page has its own; false leaves them as tables have them. */
  className?: string | false | undefined;
  /** The row's name in an address, after the '#'; without it none can be led to. */
  idOf?: ((row: Row) => string) | undefined;
  folds?: Folds<Row> | undefined;
}>;

/** Which folds are open: at first that of the row which the address names. */
function useOpenFolds<Row>({ rows, idOf, folds }: Props<Row>) {
  const { hash } = useLocation();
  const [open, setOpen] = useState<ReadonlySet<string>>(() => {
    const named = rows.find((row) => hash !== '' && idOf?.(row) === decodedHash(hash));
    const fold = named === undefined ? null : folds?.of(named);
    return new Set(fold == null ? [] : [fold]);
  });
  const toggle = (fold: string): void =>
    setOpen(
      (all) => new Set(all.has(fold) ? [...all].filter((one) => one !== fold) : [...all, fold]),
    );
  return [open, toggle] as const;
}

const classOf = <Row,>({ isWords = false, className }: Column<Row>): string | undefined =>
  cx(isWords && table.words, className) || undefined;

/** A table whose rows are cards on a phone. */
export function CardTable<Row>(props: Props<Row>) {
  const { label, columns, rows, keyOf, className = styles.cards, idOf, folds } = props;
  const [name, ...others] = columns;
  const [open, toggle] = useOpenFolds(props);
  const shown = (row: Row): ReactNode => (
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
  );
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
          {linesOf(rows, folds?.of ?? (() => null)).map(({ fold, rows: [first, ...more] }) =>
            fold === null ? (
              shown(first)
            ) : (
              <Fragment key={`fold ${fold}`}>
                <tr className={styles.fold}>
                  <td colSpan={columns.length} className={table.words}>
                    <button
                      type="button"
                      aria-expanded={open.has(fold)}
                      onClick={() => toggle(fold)}
                    >
                      {folds?.line(fold, [first, ...more])}
                    </button>
                  </td>
                </tr>
                {open.has(fold) && [first, ...more].map(shown)}
              </Fragment>
            ),
          )}
        </tbody>
      </table>
    </Scroller>
  );
}
