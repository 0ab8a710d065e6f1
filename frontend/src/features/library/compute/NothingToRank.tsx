import { Link } from '@/shared/routing/Link';
import { Nothing } from '@/shared/ui/Nothing';

/** A run needs passages and topics: what is missing first, and where to bring it in. */
export function NothingToRank({ hasPassages }: Readonly<{ hasPassages: boolean }>) {
  return (
    <Nothing title={hasPassages ? 'No topics yet' : 'No collection yet'}>
      <p>
        {hasPassages
          ? 'A run answers the topics of a topic set.'
          : 'A run ranks the passages of a collection.'}{' '}
        <Link to="/campaigns/new">
          {hasPassages ? 'Upload a file of topics' : 'Upload a collection'}
        </Link>{' '}
        where a new campaign begins; no campaign need come of it. Or import it on the server, with{' '}
        <code>
          {hasPassages
            ? './dev manage import_topics NAME FILE'
            : './dev manage import_collection NAME FILE'}
        </code>
        .
      </p>
    </Nothing>
  );
}
