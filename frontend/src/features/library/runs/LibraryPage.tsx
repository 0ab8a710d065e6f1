import { useLabels } from '@/api/labels';
import { useRuns } from '@/api/runs';
import type { LabelSet, Run } from '@/api/types';
import { GroundTable } from '@/features/library/runs/GroundTable';
import { LabelSetTable } from '@/features/library/runs/LabelSetTable';
import { News } from '@/features/library/runs/News';
import { RunTable } from '@/features/library/runs/RunTable';
import { useArrival } from '@/features/library/runs/useArrival';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import styles from '@/features/library/runs/tables.module.css';

type Props = Readonly<{ mayResearch: boolean }>;
type ShelvesProps = Props & Readonly<{ runs: readonly Run[]; labels: readonly LabelSet[] }>;

function Shelves({ runs, labels, mayResearch }: ShelvesProps) {
  useArrival();
  return (
    <div className={styles.page}>
      <title>Library · Regrade</title>
      <h1>Runs and label sets</h1>
      <News runs={runs} />
      <RunTable runs={runs} mayResearch={mayResearch} />
      <LabelSetTable labels={labels} />
      <GroundTable mayResearch={mayResearch} />
    </div>
  );
}

export default function LibraryPage({ mayResearch }: Props) {
  const runs = useRuns();
  const labels = useLabels();
  const error = runs.error ?? labels.error;
  if (error !== null) {
    const retry = (): void => void Promise.all([runs.refetch(), labels.refetch()]);
    return <PageTrouble title="The library cannot be shown now" error={error} onRetry={retry} />;
  }
  if (runs.data === undefined || labels.data === undefined)
    return <Waiting label="Opening the library" />;
  return <Shelves runs={runs.data} labels={labels.data} mayResearch={mayResearch} />;
}
