import { useQuery } from '@tanstack/react-query';
import { labelsQuery } from '@/api/queries/listLabels';
import { runsQuery } from '@/api/queries/listRuns';
import { LabelSetTable } from '@/features/library/components/LabelSetTable';
import { RunTable } from '@/features/library/components/RunTable';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import '@/features/library/library.css';

export default function LibraryPage() {
  const runs = useQuery(runsQuery);
  const labels = useQuery(labelsQuery);
  const error = runs.error ?? labels.error;
  if (error !== null) {
    const retry = (): void => void Promise.all([runs.refetch(), labels.refetch()]);
    return <PageTrouble title="The library cannot be shown now" error={error} onRetry={retry} />;
  }
  if (runs.data === undefined || labels.data === undefined)
    return <Waiting label="Opening the library" />;
  return (
    <div className="library">
      <title>Library · Regrade</title>
      <h1>Runs and label sets</h1>
      <RunTable runs={runs.data} />
      <LabelSetTable labels={labels.data} />
    </div>
  );
}
