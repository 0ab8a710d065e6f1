import { Link } from '@/shared/routing/Link';
import { useSearchParams } from '@/shared/routing/location';
import { useMadeCollections } from '@/api/collections';
import { useRuns } from '@/api/runs';
import { useTopicSets } from '@/api/topicSets';
import { useRankers } from '@/features/library/api/rankers';
import { ComputeForm } from '@/features/library/compute/ComputeForm';
import { NothingToRank } from '@/features/library/compute/NothingToRank';
import { fromAddress, over } from '@/features/library/compute/fromAddress';
import { blank } from '@/features/library/parameters/request';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import { ErrorMessage } from '@/shared/ui/ErrorMessage';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/compute/compute.module.css';

function Form() {
  const params = useSearchParams();
  const collections = useMadeCollections();
  const topicSets = useTopicSets();
  const runs = useRuns(params.get('again'), params.get('rerank'));
  const rankers = useRankers();
  const all = [collections, topicSets, runs, rankers];
  const error = all.map((one) => one.error).find((one) => one !== null);
  if (error !== undefined) {
    const retry = (): void => void Promise.all(all.map((one) => one.refetch()));
    return <PageTrouble title="No run can be computed now" error={error} onRetry={retry} />;
  }
  if (!collections.data || !topicSets.data || !runs.data || !rankers.data)
    return <Waiting label="Looking for collections and topics" />;
  if (collections.data.length === 0 || topicSets.data.length === 0)
    return <NothingToRank hasPassages={collections.data.length > 0} />;
  const first = over(params, blank(collections.data, topicSets.data));
  const known = { runs: runs.data, rankers: rankers.data.rankers, first };
  const { entered, lack } = fromAddress(params, known);
  return (
    <>
      <ErrorMessage>{lack}</ErrorMessage>
      <ComputeForm
        collections={collections.data}
        topicSets={topicSets.data}
        runs={runs.data}
        rankers={rankers.data}
        initial={entered}
      />
    </>
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
