import { useCollections } from '@/api/collections';
import { useSession } from '@/api/session';
import type { ShelfCollection } from '@/api/types';
import { useShelfOfCollections } from '@/features/library/api/shelves';
import { MakingBar } from '@/features/library/shelf/MakingBar';
import { Named } from '@/features/library/shelf/Named';
import { Shelf } from '@/features/library/shelf/Shelf';
import { VariantLink } from '@/features/library/shelf/VariantLink';
import { askedOf, useShelf } from '@/features/library/shelf/useShelf';
import type { Orders } from '@/features/library/shelf/useShelf';
import { counted, formatCount } from '@/shared/format';
import { collectionPath } from '@/shared/libraryPaths';
import { formatDay } from '@/shared/time';
import { Link } from '@/shared/routing/Link';
import type { Columns } from '@/shared/ui/CardTable';
import { Nothing } from '@/shared/ui/Nothing';
import table from '@/shared/styles/table.module.css';

const ORDERS = [
  { value: 'name', label: 'by name' },
  { value: '-created_at', label: 'newest first' },
  { value: '-n_passages', label: 'largest first' },
] as const satisfies Orders<string>;

/** How large it is; of a variant that is being made, how far. */
function Size({ of: { name, n_passages: n } }: Readonly<{ of: ShelfCollection }>) {
  const { data: all } = useCollections();
  const making = all?.find((one) => one.name === name)?.making ?? null;
  return making === null ? <>{counted(n, 'passage')}</> : <MakingBar making={making} />;
}

const COLUMNS: Columns<ShelfCollection> = [
  {
    head: 'collection',
    isWords: true,
    cell: (one) => (
      <Named row={one} to={collectionPath(one.name)}>
        {one.parent !== null && (
          <small>
            variant of <Link to={collectionPath(one.parent)}>{one.parent}</Link>
          </small>
        )}
      </Named>
    ),
  },
  { head: 'size', isWords: true, cell: (one) => <Size of={one} /> },
  { head: 'described as', isWords: true, cell: ({ description }) => description },
  { head: 'runs', cell: ({ n_runs: n }) => formatCount(n) },
  { head: 'label sets', cell: ({ n_labels: n }) => formatCount(n) },
  { head: 'made', className: table.nowrap, cell: ({ created_at: at }) => formatDay(at) },
];

const NO_COLLECTIONS = (
  <Nothing title="No collections yet">
    <p>
      A collection is the passages that runs rank. <Link to="/library/import">Import</Link> one from
      a file.
    </p>
  </Nothing>
);

/** All collections, originals and variants. */
export default function CollectionsShelf() {
  const { data: session } = useSession();
  const [sought, change] = useShelf('/library/collections', ORDERS);
  const page = useShelfOfCollections(askedOf(sought));
  return (
    <>
      {session?.may_research === true && <VariantLink />}
      <Shelf
        label="Collections"
        searched="Part of a name or of a description"
        of=""
        orders={ORDERS}
        sought={sought}
        change={change}
        page={page}
        columns={COLUMNS}
        groupOf={null}
        nothing={NO_COLLECTIONS}
      />
    </>
  );
}
