import type { ShelfTopicSet } from '@/api/types';
import { reading } from '@/api/read';
import { VariantLink, textColumns } from '@/features/library/shelf/columns';
import { Shelf } from '@/features/library/shelf/Shelf';
import { formatCount } from '@/shared/format/numbers';
import { leaderboardPath, topicSetPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { Nothing } from '@/shared/ui/requests/Nothing';

const ORDERS = [
  { value: 'name', label: 'by name' },
  { value: '-created_at', label: 'newest first' },
  { value: '-n_topics', label: 'largest first' },
] as const;

const COLUMNS = textColumns<ShelfTopicSet>('topic set', topicSetPath, [
  { head: 'topics', cell: ({ n_topics: n }) => formatCount(n) },
  {
    head: 'leaderboard',
    label: '',
    isWords: true,
    cell: ({ name, n_runs: n }) =>
      n > 0 && (
        <Link to={leaderboardPath(name)} aria-label={`Leaderboard of ${name}`}>
          Leaderboard
        </Link>
      ),
  },
]);

/** All topic sets, originals and variants. */
export default function TopicSetsShelf() {
  return (
    <>
      <VariantLink />
      <Shelf
        label="Topic sets"
        path="/library/topics"
        searched="Part of a name"
        orders={ORDERS}
        read={(asked) => reading('/api/topic-sets', asked)}
        columns={COLUMNS}
      >
        <Nothing title="No topic sets yet">
          <p>
            A topic set is the queries that runs answer. <Link to="/library/import">Import</Link>{' '}
            one from a file.
          </p>
        </Nothing>
      </Shelf>
    </>
  );
}
