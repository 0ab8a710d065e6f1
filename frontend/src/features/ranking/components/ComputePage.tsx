import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { collectionsQuery } from '@/api/queries/listCollections';
import { runsQuery } from '@/api/queries/listRuns';
import { topicSetsQuery } from '@/api/queries/listTopicSets';
import { ComputeForm } from '@/features/ranking/components/ComputeForm';
import { NothingToRank } from '@/features/ranking/components/NothingToRank';
import { askedBefore, blank } from '@/features/ranking/request';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import '@/features/ranking/ranking.css';

function Form() {
  const [params] = useSearchParams();
  const collections = useQuery(collectionsQuery);
  const topicSets = useQuery(topicSetsQuery);
  const runs = useQuery(runsQuery);
  const error = collections.error ?? topicSets.error ?? runs.error;
  if (error !== null) {
    const retry = (): void =>
      void Promise.all([collections.refetch(), topicSets.refetch(), runs.refetch()]);
    return <PageTrouble title="No run can be computed now" error={error} onRetry={retry} />;
  }
  if (!collections.data || !topicSets.data || !runs.data)
    return <Waiting label="Looking for collections and topics" />;
  if (collections.data.length === 0 || topicSets.data.length === 0)
    return <NothingToRank hasPassages={collections.data.length > 0} />;
  const again = askedBefore(runs.data, params.get('again'));
  return (
    <ComputeForm
      collections={collections.data}
      topicSets={topicSets.data}
      runs={runs.data}
      initial={again ?? blank(collections.data, topicSets.data)}
    />
  );
}

/** A run that is asked for here and computed by workers. */
export default function ComputePage() {
  return (
    <div className="compute">
      <title>Compute a run · Regrade</title>
      <h1>Compute a run</h1>
      <p className="soft">
        Every passage of a collection is ranked for every topic, and the best are kept. How far it
        is then stands in the <Link to="/library">library</Link>.
      </p>
      <Form />
    </div>
  );
}
