import { useSession } from '@/api/session';
import type { ShelfTopicSet } from '@/api/types';
import { useShelfOfTopicSets } from '@/features/library/api/shelves';
import { Named } from '@/features/library/shelf/Named';
import { Shelf } from '@/features/library/shelf/Shelf';
import { VariantLink } from '@/features/library/shelf/VariantLink';
import { askedOf, useShelf } from '@/features/library/shelf/useShelf';
import type { Orders } from '@/features/library/shelf/useShelf';
import { formatCount } from '@/shared/format';
import { topicSetPath } from '@/shared/libraryPaths';
import { formatDay } from '@/shared/time';
import { Link } from '@/shared/routing/Link';
import type { Columns } from '@/shared/ui/CardTable';
import { Nothing } from '@/shared/ui/Nothing';
import table from '@/shared/styles/table.module.css';

const ORDERS = [
  { value: 'name', label: 'by name' },
  { value: '-created_at', label: 'newest first' },
  { value: '-n_topics', label: 'largest first' },
] as const satisfies Orders<string>;

const COLUMNS: Columns<ShelfTopicSet> = [
  {
    head: 'topic set',
    isWords: true,
    cell: (one) => (
      <Named row={one} to={topicSetPath(one.name)}>
        {one.parent !== null && (
          <small>
            variant of <Link to={topicSetPath(one.parent)}>{one.parent}</Link>
          </small>
        )}
      </Named>
    ),
  },
  { head: 'topics', cell: ({ n_topics: n }) => formatCount(n) },
  { head: 'runs', cell: ({ n_runs: n }) => formatCount(n) },
  { head: 'label sets', cell: ({ n_labels: n }) => formatCount(n) },
  { head: 'made', className: table.nowrap, cell: ({ created_at: at }) => formatDay(at) },
];

const NO_TOPICS = (
  <Nothing title="No topic sets yet">
    <p>
      A topic set is the queries that runs answer. <Link to="/library/import">Import</Link> one from
      a file.
    </p>
  </Nothing>
);

/** All topic sets, originals and variants. */
export default function TopicSetsShelf() {
  const { data: session } = useSession();
  const [sought, change] = useShelf('/library/topics', ORDERS);
  const page = useShelfOfTopicSets(askedOf(sought));
  return (
    <>
      {session?.may_research === true && <VariantLink />}
      <Shelf
        label="Topic sets"
        searched="Part of a name"
        of=""
        orders={ORDERS}
        sought={sought}
        change={change}
        page={page}
        columns={COLUMNS}
        groupOf={null}
        nothing={NO_TOPICS}
      />
    </>
  );
}
