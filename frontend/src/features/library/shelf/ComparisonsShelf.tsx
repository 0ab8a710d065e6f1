import { useState } from 'react';
import { reading } from '@/api/read';
import { useSession } from '@/api/session';
import type { SavedComparison } from '@/api/types';
import { DeleteDialog, RenameDialog } from '@/features/library/archiving/dialogs';
import { Named } from '@/features/library/shelf/columns';
import { Shelf } from '@/features/library/shelf/Shelf';
import { savedPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { formatDay } from '@/shared/format/time';
import { unnamedColumn, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Nothing } from '@/shared/ui/requests/Nothing';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import table from '@/shared/styles/table.module.css';

const ORDERS = [
  { value: '-created_at', label: 'newest first' },
  { value: 'created_at', label: 'oldest first' },
  { value: 'name', label: 'by name' },
  { value: 'owner', label: 'by owner' },
] as const;

/** For its owner and for administrators; for every researcher where nobody owns it. */
function Changes({ row: { name, owner } }: Readonly<{ row: SavedComparison }>) {
  const { data: session } = useSession();
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null);
  const close = (): void => setAsking(null);
  const isFree = owner === null && session?.may_research === true;
  if (owner !== session?.username && !isFree && session?.is_administrator !== true) return null;
  return (
    <span className={buttons.actions}>
      <Button aria-label={`Rename ${name}`} onClick={() => setAsking('rename')}>
        rename
      </Button>
      <Button aria-label={`Delete ${name}`} onClick={() => setAsking('delete')}>
        delete
      </Button>
      {asking === 'rename' && <RenameDialog kind="comparisons" name={name} onClose={close} />}
      {asking === 'delete' && <DeleteDialog kind="comparisons" name={name} onClose={close} />}
    </span>
  );
}

const againstWhat = ({ baseline, baseline_labels: labels }: SavedComparison): string =>
  baseline ?? `themselves under ${labels ?? ''}`;

const COLUMNS: Columns<SavedComparison> = [
  wordsColumn('comparison', (row) => (
    <Named row={row} to={savedPath(row.content_hash)}>
      {row.note !== '' && <small>{row.note}</small>}
    </Named>
  )),
  wordsColumn('of', (row) => (
    <>
      {row.runs.join(', ')} against {againstWhat(row)}
      <small>
        under {row.labels.join(', ')} by {row.measures}
      </small>
    </>
  )),
  wordsColumn('saved by', ({ owner }) => owner ?? '–'),
  { head: 'saved', className: table.nowrap, cell: ({ created_at: at }) => formatDay(at) },
  unnamedColumn('actions', (row) => <Changes row={row} />),
];

/** All saved comparisons, each at its permanent address. */
export default function ComparisonsShelf() {
  return (
    <Shelf
      label="Comparisons"
      path="/library/comparisons"
      searched="Part of a name or a note"
      orders={ORDERS}
      read={(asked) => reading('/api/comparisons', asked)}
      columns={COLUMNS}
    >
      <Nothing title="No saved comparisons yet">
        <p>
          A saved comparison keeps its numbers at a permanent address.{' '}
          <Link to="/compare">Compare runs</Link> and save what a paper cites.
        </p>
      </Nothing>
    </Shelf>
  );
}
