import { useLabels } from '@/api/labels';
import { useRuns } from '@/api/runs';
import { ComparisonDesk } from '@/features/comparison/page/ComparisonDesk';
import { NothingToCompare } from '@/features/comparison/page/NothingToCompare';
import { useSearchParams } from '@/shared/routing/location';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';

export default function ComparisonPage() {
  const params = useSearchParams();
  const named = (name: string): readonly string[] => (params.get(name) ?? '').split(',');
  const runs = useRuns(params.get('run'), params.get('baseline'), ...named('runs'));
  const labels = useLabels(
    params.get('label_set'),
    params.get('baseline_labels'),
    params.get('only_topics_of'),
    ...named('labels'),
  );
  const error = runs.error ?? labels.error;
  if (error !== null) {
    const retry = (): void => void Promise.all([runs.refetch(), labels.refetch()]);
    return <PageTrouble title="Nothing can be compared now" error={error} onRetry={retry} />;
  }
  if (runs.data === undefined || labels.data === undefined)
    return <Waiting label="Opening the comparison" />;
  const complete = runs.data.filter(({ status }) => status === 'complete');
  return (
    <div>
      <title>Compare · Regrade</title>
      {complete.length === 0 || labels.data.length === 0 ? (
        <NothingToCompare hasRuns={complete.length > 0} />
      ) : (
        <ComparisonDesk runs={complete} labels={labels.data} />
      )}
    </div>
  );
}
