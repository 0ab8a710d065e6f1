import { Link } from '@/shared/routing/Link';
import { useSearchParams } from '@/shared/routing/location';
import { useMadeCollections } from '@/api/collections';
import { useRuns } from '@/api/runs';
import { useTopicSets } from '@/api/topicSets';
import { useRankers } from '@/features/library/api/rankers';
import { ComputeForm } from '@/features/library/compute/ComputeForm';
import { fromAddress, over } from '@/features/library/compute/fromAddress';
import { blank } from '@/features/library/parameters/request';
import { ErrorMessage } from '@/shared/ui/ErrorMessage';
import { Loaded } from '@/shared/ui/Loaded';
import { together } from '@/shared/together';
import { Nothing } from '@/shared/ui/Nothing';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/compute/compute.module.css';

/** A run needs passages and topics: what is missing first, and where to bring it in. */
function NothingToRank({ hasPassages }: Readonly<{ hasPassages: boolean }>) {
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

function Form() {
  const params = useSearchParams();
  const query = together({
    collections: useMadeCollections(),
    topicSets: useTopicSets(),
    runs: useRuns(params.get('again'), params.get('rerank')),
    all: useRankers(),
  });
  return (
    <Loaded
      query={query}
      trouble="No run can be computed now"
      waiting="Looking for collections and topics"
    >
      {({ collections, topicSets, runs, all }) => {
        if (collections.length === 0 || topicSets.length === 0)
          return <NothingToRank hasPassages={collections.length > 0} />;
        const first = over(params, blank(collections, topicSets));
        const { entered, lack } = fromAddress(params, { runs, rankers: all.rankers, first });
        return (
          <>
            <ErrorMessage>{lack}</ErrorMessage>
            <ComputeForm {...{ collections, topicSets, runs }} rankers={all} initial={entered} />
          </>
        );
      }}
    </Loaded>
  );
}

/** The form for a run that workers compute. */
export default function ComputePage() {
  return (
    <div className={styles.page}>
      <title>Compute a run · Regrade</title>
      <h1>Compute a run</h1>
      <p className={text.soft}>
        A collection is searched, or a run is put in a new order. Its progress shows in the{' '}
        <Link to="/library">library</Link>.
      </p>
      <Form />
    </div>
  );
}
