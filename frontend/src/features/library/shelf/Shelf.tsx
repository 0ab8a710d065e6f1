import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { Fragment, useEffect, useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import type { ShelfRow } from '@/api/types';
import { Toolbar } from '@/features/library/shelf/Toolbar';
import type { Group } from '@/features/library/shelf/Toolbar';
import { askedOf, useShelf } from '@/features/library/shelf/useShelf';
import type { Asked, Orders } from '@/features/library/shelf/useShelf';
import { formatCount } from '@/shared/format/numbers';
import { useLocation } from '@/shared/routing/location';
import { decodedHash } from '@/shared/routing/match';
import { toPage } from '@/shared/routing/useAddress';
import { CardTable } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Paged } from '@/shared/ui/tables/Paged';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/shelf/shelf.module.css';

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

type Page<Row> = Readonly<{
  n: number | null;
  page: number | null;
  n_pages: number | null;
  rows: readonly Row[];
  groups: Readonly<{ topic_sets: readonly Group[] }> | null;
}>;

/** A page by its number has counts; only programs read a list by name, without them. */
const counted = <Row,>({ n, page, n_pages, rows, groups }: Page<Row>) => ({
  n: n ?? 0,
  page: page ?? 1,
  n_pages: n_pages ?? 1,
  rows,
  groups: groups ?? { topic_sets: [] },
});

type RowsProps<Row extends ShelfRow> = Readonly<{
  /** What is listed, in the plural. */
  label: string;
  columns: Columns<Row>;
  /** The row's id in an address, after the '#'. */
  idOf?: (row: Row) => string;
  /** Rows that begin as one line; not where rows stand under headings. */
  folds?: ComponentProps<typeof CardTable<Row>>['folds'];
}>;

type Props<Row extends ShelfRow, Sort extends string> = RowsProps<Row> &
  Readonly<{
    path: string;
    /** What the search looks into. */
    searched: string;
    /** Rows that have a topic set can be narrowed to one; ordered by it, they stand under its name. */
    topicSetOf?: (row: Row) => string;
    orders: Orders<Sort>;
    read: (asked: Asked<Sort>) => Pick<UseQueryOptions<Page<Row>>, 'queryKey' | 'queryFn'>;
    /** What stands above the list. */
    above?: (rows: readonly Row[]) => ReactNode;
    /** What is said where there is nothing at all. */
    children: ReactNode;
  }>;

/** Brings into view, once, the row that the end of the address names. */
function useArrival(rows: unknown): void {
  const { hash } = useLocation();
  const arrived = useRef('');
  useEffect(() => {
    const row = document.getElementById(decodedHash(hash));
    if (row === null || arrived.current === hash) return;
    arrived.current = hash;
    row.scrollIntoView({ block: 'center' });
    row.focus({ preventScroll: true });
  }, [hash, rows]);
}

type PartsProps<Row extends ShelfRow> = RowsProps<Row> &
  Readonly<{ rows: readonly Row[]; groupOf: ((row: Row) => string) | null }>;

function Rows<Row extends ShelfRow>({ label, rows, groupOf, ...table }: PartsProps<Row>) {
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
  const { label, path, searched, topicSetOf, orders, read, above, children, ...table } = props;
  const [sought, change] = useShelf(path, orders);
  const page = useQuery({
    ...read(askedOf(sought)),
    select: counted<Row>,
    placeholderData: keepPreviousData,
  });
  const isNarrowed = sought.search !== '' || sought.of !== '' || sought.isArchived;
  return (
    <>
      {above?.(page.data?.rows ?? [])}
      <Paged
        query={page}
        of={label}
        trouble={`${label} cannot be shown now`}
        waiting="Opening the library"
        onPage={toPage(change)}
      >
        {({ n, rows, groups }) => (
          <section aria-label={label}>
            <Toolbar
              {...{ searched, orders, sought, change }}
              topicSets={topicSetOf && groups.topic_sets}
            />
            {n === 0 && !isNarrowed ? (
              children
            ) : (
              <p role="status" className={text.soft}>
                {n === 0 ? 'Nothing found.' : `${formatCount(n)} found.`}
              </p>
            )}
            <div className={styles.rows}>
              <Rows
                {...{ label, rows, ...table }}
                groupOf={(sought.sort === 'topic_set' && topicSetOf) || null}
              />
            </div>
          </section>
        )}
      </Paged>
    </>
  );
}
