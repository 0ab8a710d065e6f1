import type { ReactNode } from 'react';
import { useSession } from '@/api/session';
import type { ShelfRow } from '@/api/types';
import { formatCount } from '@/shared/format/numbers';
import { collectionPath, topicSetPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { formatDay } from '@/shared/format/time';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Tag } from '@/shared/ui/Tag';
import table from '@/shared/styles/table.module.css';
import text from '@/shared/styles/text.module.css';

type NamedProps = Readonly<{ row: ShelfRow; to: string; children?: ReactNode }>;

/** A name that leads to its page, and whether others see it. */
export function Named({ row: { name, visibility, archived_at }, to, children }: NamedProps) {
  return (
    <>
      <Link to={to}>{name}</Link> {visibility !== 'team' && <Tag>{visibility}</Tag>}
      {archived_at !== null && <Tag>archived</Tag>}
      {children}
    </>
  );
}

type OverProps = Readonly<{ topic_set: string; collection: string }>;

/** The topics and the passages that something is over. */
export function Over({ topic_set: topics, collection }: OverProps) {
  return (
    <>
      <Link to={topicSetPath(topics)}>{topics}</Link> /{' '}
      <Link to={collectionPath(collection)}>{collection}</Link>
    </>
  );
}

type Texts = ShelfRow & Readonly<{ parent: string | null; n_runs: number; n_labels: number }>;

/** Columns of collections and topic sets: the name, some of their own, and what is over them. */
export function textColumns<Row extends Texts>(
  head: string,
  pathOf: (name: string) => string,
  own: readonly Columns<Row>[number][],
): Columns<Row> {
  return [
    {
      head,
      isWords: true,
      cell: (one) => (
        <Named row={one} to={pathOf(one.name)}>
          {one.parent !== null && (
            <small>
              variant of <Link to={pathOf(one.parent)}>{one.parent}</Link>
            </small>
          )}
        </Named>
      ),
    },
    ...own,
    { head: 'runs', cell: ({ n_runs: n }) => formatCount(n) },
    { head: 'label sets', cell: ({ n_labels: n }) => formatCount(n) },
    { head: 'made', className: table.nowrap, cell: ({ created_at: at }) => formatDay(at) },
  ];
}

/** The way to another version of a collection or of topics, for researchers. */
export function VariantLink() {
  const { data: session } = useSession();
  if (session?.may_research !== true) return null;
  return (
    <p>
      <Link to="/library/variants/new">Make a variant</Link>{' '}
      <small className={text.soft}>with typos, another word order, rotation and more</small>
    </p>
  );
}
