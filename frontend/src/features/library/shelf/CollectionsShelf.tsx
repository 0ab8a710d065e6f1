import { useCollections } from '@/api/collections';
import type { ShelfCollection } from '@/api/types';
import { reading } from '@/api/read';
import { VariantLink, textColumns } from '@/features/library/shelf/columns';
import { MakingBar } from '@/features/library/shelf/MakingBar';
import { Shelf } from '@/features/library/shelf/Shelf';
import { counted } from '@/shared/format/numbers';
import { collectionPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { Nothing } from '@/shared/ui/requests/Nothing';

const ORDERS = [
  { value: 'name', label: 'by name' },
  { value: '-created_at', label: 'newest first' },
  { value: '-n_passages', label: 'largest first' },
] as const;

/** How large it is; of a variant that is being made, how far. */
function Size({ of: { name, n_passages: n } }: Readonly<{ of: ShelfCollection }>) {
  const { data: all } = useCollections();
  const making = all?.find((one) => one.name === name)?.making ?? null;
  return making === null ? <>{counted(n, 'passage')}</> : <MakingBar making={making} />;
}

const COLUMNS = textColumns<ShelfCollection>('collection', collectionPath, [
  { head: 'size', isWords: true, cell: (one) => <Size of={one} /> },
  { head: 'described as', isWords: true, cell: ({ description }) => description },
]);

/** All collections, originals and variants. */
export default function CollectionsShelf() {
  return (
    <>
      <VariantLink />
      <Shelf
        label="Collections"
        path="/library/collections"
        searched="Part of a name or of a description"
        orders={ORDERS}
        read={(asked) => reading('/api/collections', asked)}
        columns={COLUMNS}
      >
        <Nothing title="No collections yet">
          <p>
            A collection is the passages that runs rank. <Link to="/library/import">Import</Link>{' '}
            one from a file.
          </p>
        </Nothing>
      </Shelf>
    </>
  );
}
