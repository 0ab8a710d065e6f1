import { Link } from '@/shared/routing/Link';
import { to } from '@/shared/routing/to';
import { useProgress } from '@/features/library/api/runs';
import type { Run } from '@/api/types';
import { describeProgress } from '@/features/library/runs/describeProgress';
import { WorkBar } from '@/shared/ui/WorkBar';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/runs/RunState.module.css';

type Props = Readonly<{ run: Run; mayResearch: boolean }>;

/** Who computes or computed it, and what went wrong. */
function JobLink({ run: { name, job } }: Readonly<{ run: Run }>) {
  if (job === null) return null;
  return (
    <Link to={`/library/jobs/${job}`} aria-label={`Job of ${name}`}>
      job
    </Link>
  );
}

function Computing({ run }: Readonly<{ run: Run }>) {
  const { data: progress } = useProgress(run.name);
  if (progress === undefined) return <>computing</>;
  return (
    <>
      <WorkBar
        label={`Computing ${run.name}`}
        work={progress.work}
        text={describeProgress(progress, run)}
      />
      <JobLink run={run} />
    </>
  );
}

function Failed({ run, mayResearch }: Props) {
  const { name, source, asked } = run;
  const { data: progress } = useProgress(name, source === 'computed');
  return (
    <>
      <span className={text.wrong}>
        {progress?.status === 'cancelled' ? 'cancelled' : 'failed'}
      </span>
      {progress?.status === 'failed' && <small>{progress.error}</small>}
      <span className={styles.standing}>
        {mayResearch && asked !== null && (
          <Link to={to('/library/compute', { again: name })}>Try again</Link>
        )}
        <JobLink run={run} />
      </span>
    </>
  );
}

/** The state of a run, and what can be done with it now. */
export function RunState({ run, mayResearch }: Props) {
  if (run.status === 'computing') return <Computing run={run} />;
  if (run.status === 'failed') return <Failed run={run} mayResearch={mayResearch} />;
  return (
    <span className={styles.standing}>
      complete
      {mayResearch && (
        <Link to={to('/compare', { run: run.name })} aria-label={`Compare ${run.name}`}>
          compare
        </Link>
      )}
      {mayResearch && (
        <Link to={to('/library/compute', { rerank: run.name })} aria-label={`Re-rank ${run.name}`}>
          re-rank
        </Link>
      )}
      {run.has_pairs && (
        <Link to={to('/library/pairs', { run: run.name })} aria-label={`Pairs of ${run.name}`}>
          pairs
        </Link>
      )}
      <a
        href={to('/api/runs/download', { name: run.name })}
        aria-label={`Download ${run.name}`}
        download
      >
        download
      </a>
      <JobLink run={run} />
    </span>
  );
}
