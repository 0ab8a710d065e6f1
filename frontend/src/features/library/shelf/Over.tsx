import { collectionPath, topicSetPath } from '@/shared/libraryPaths';
import { Link } from '@/shared/routing/Link';

type Props = Readonly<{ topic_set: string; collection: string }>;

/** The topics and the passages that something is over. */
export function Over({ topic_set: topics, collection }: Props) {
  return (
    <>
      <Link to={topicSetPath(topics)}>{topics}</Link> /{' '}
      <Link to={collectionPath(collection)}>{collection}</Link>
    </>
  );
}
