import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Run } from '@/api/types';
import { progressQuery } from '@/api/queries/readProgress';
import { progressWords } from '@/features/library/progressWords';
import { ProgressBar } from '@/features/library/components/ProgressBar';

const to = (path: string, params: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(params).toString()}`;

type Props = Readonly<{ run: Run; mayResearch: boolean }>;

function Computing({ run }: Readonly<{ run: Run }>) {
  const { data: progress } = useQuery(progressQuery(run.name));
  if (progress === undefined) return <>computing</>;
  return <ProgressBar name={run.name} progress={progress} words={progressWords(progress)} />;
}

function Failed({ run, mayResearch }: Props) {
  const { name, source, asked } = run;
  const { data: progress } = useQuery({
    ...progressQuery(name),
    enabled: source === 'computed',
  });
  return (
    <>
      <span className="failed">failed</span>
      {progress !== undefined && <small>{progress.error}</small>}
      {mayResearch && asked !== null && (
        <Link to={to('/library/compute', { again: name })}>Try again</Link>
      )}
    </>
  );
}

/** How a run stands, and what can be done with it now. */
export function RunState({ run, mayResearch }: Props) {
  if (run.status === 'computing') return <Computing run={run} />;
  if (run.status === 'failed') return <Failed run={run} mayResearch={mayResearch} />;
  return (
    <span className="standing">
      complete
      {mayResearch && (
        <Link to={to('/compare', { run: run.name })} aria-label={`Compare ${run.name}`}>
          compare
        </Link>
      )}
    </span>
  );
}
