import type { ShelfTopicSet } from '@/api/types';
import { useShelfOfTopicSets } from '@/features/library/api/shelves';
import { groundColumns } from '@/features/library/shelf/groundColumns';
import { Shelf } from '@/features/library/shelf/Shelf';
import { VariantLink } from '@/features/library/shelf/VariantLink';
import { askedOf, useShelf } from '@/features/library/shelf/useShelf';
import type { Orders } from '@/features/library/shelf/useShelf';
import { formatCount } from '@/shared/format';
import { boardPath, topicSetPath } from '@/shared/libraryPaths';
import { Link } from '@/shared/routing/Link';
import { Nothing } from '@/shared/ui/Nothing';

const ORDERS = [
  { value: 'name', label: 'by name' },
  { value: '-created_at', label: 'newest first' },
  { value: '-n_topics', label: 'largest first' },
] as const satisfies Orders<string>;

const COLUMNS = groundColumns<ShelfTopicSet>('topic set', topicSetPath, [
  { head: 'topics', cell: ({ n_topics: n }) => formatCount(n) },
  {
    head: 'leaderboard',
    label: '',
    isWords: true,
    cell: ({ name, n_runs: n }) =>
      n > 0 && (
        <Link to={boardPath(name)} aria-label={`Leaderboard of ${name}`}>
          Leaderboard
        </Link>
      ),
  },
]);

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
  const [sought, change] = useShelf('/library/topics', ORDERS);
  const page = useShelfOfTopicSets(askedOf(sought));
  return (
    <>
      <VariantLink />
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
