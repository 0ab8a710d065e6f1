import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import type { ShelfRow } from '@/api/types';
import { inParts } from '@/features/library/shelf/inParts';
import { Toolbar } from '@/features/library/shelf/Toolbar';
import { useArrival } from '@/features/library/shelf/useArrival';
import { A_PAGE } from '@/features/library/shelf/useShelf';
import type { Orders, Sought } from '@/features/library/shelf/useShelf';
import { formatCount } from '@/shared/format';
import type { ChangeAddress } from '@/shared/routing/useAddress';
import { CardTable } from '@/shared/ui/CardTable';
import type { Columns } from '@/shared/ui/CardTable';
import { Pager } from '@/shared/ui/Pager';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/shelf/shelf.module.css';

type Group = Readonly<{ name: string; n: number }>;
type Page<Row> = Readonly<{
  n: number;
  page: number;
  rows: readonly Row[];
  groups: Readonly<{ collections: readonly Group[]; topic_sets: readonly Group[] }>;
}>;

type Props<Row extends ShelfRow, Sort extends string> = Readonly<{
  /** What is listed, in the plural. */
  label: string;
  /** What the search looks into. */
  searched: string;
  /** By what rows can be narrowed, in the singular; '' for nothing. */
  of: 'topic set' | 'collection' | '';
  orders: Orders<Sort>;
  sought: Sought<Sort>;
  change: ChangeAddress;
  page: UseQueryResult<Page<Row>>;
  columns: Columns<Row>;
  /** The heading that a row stands under. */
  groupOf: ((row: Row) => string) | null;
  idOf?: (row: Row) => string;
  /** What is said where there is nothing at all. */
  nothing: ReactNode;
}>;

const isNarrowed = ({ search, of, isArchived }: Sought): boolean =>
  search !== '' || of !== '' || isArchived;

type RowsProps<Row extends ShelfRow> = Readonly<{
  label: string;
  rows: readonly Row[];
  columns: Columns<Row>;
  groupOf: ((row: Row) => string) | null;
  idOf: ((row: Row) => string) | undefined;
}>;

function Rows<Row extends ShelfRow>({ label, rows, groupOf, ...table }: RowsProps<Row>) {
  useArrival(rows);
  return inParts(rows, groupOf).map((part, place) => (
    <Fragment key={`${place} ${part.of}`}>
      {part.of !== '' && <h2>{part.of}</h2>}
      <CardTable
        label={part.of === '' ? label : `${label} of ${part.of}`}
        rows={part.rows}
        keyOf={({ name }) => name}
        {...table}
      />
    </Fragment>
  ));
}

/** One list of the library: searched, narrowed, ordered, a page at a time. */
export function Shelf<Row extends ShelfRow, Sort extends string>(props: Props<Row, Sort>) {
  const { label, searched, of, orders, sought, change, page, ...rest } = props;
  const { data, error, refetch } = page;
  if (error !== null)
    return (
      <PageTrouble
        title={`${label} cannot be shown now`}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <Waiting label="Opening the library" />;
  const groups = of === 'collection' ? data.groups.collections : data.groups.topic_sets;
  return (
    <section aria-label={label}>
      <Toolbar {...{ searched, orders, groups, of, sought, change }} />
      {data.n === 0 && !isNarrowed(sought) ? (
        rest.nothing
      ) : (
        <p role="status" className={text.soft}>
          {data.n === 0 ? 'Nothing is found.' : `${formatCount(data.n)} found.`}
        </p>
      )}
      <div className={styles.rows} aria-busy={page.isPlaceholderData}>
        <Rows
          label={label}
          rows={data.rows}
          columns={rest.columns}
          groupOf={rest.groupOf}
          idOf={rest.idOf}
        />
      </div>
      <Pager
        page={data.page}
        nPages={Math.ceil(data.n / A_PAGE)}
        of={label}
        onChange={(next) => change({ page: String(next) })}
      />
    </section>
  );
}
