import type { ReactNode } from 'react';
import { useRead } from '@/api/read';
import { addressOf } from '@/shared/routing/address';
import { Link } from '@/shared/routing/Link';
import { WorkBar } from '@/shared/ui/WorkBar';
import type { Run, RunProgress } from '@/api/types';
import { formatWork } from '@/shared/format/work';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/runs/RunState.module.css';

/** What of a run its state and what can be done with it rest on. */
type OfRun = Pick<Run, 'name' | 'status' | 'source' | 'ranker' | 'has_pairs' | 'job'>;

/** What is to be known beside the counts; while none moves, whether anybody is at it. */
function besides({ is_worked_on, work }: RunProgress, { ranker }: Pick<OfRun, 'ranker'>): string {
  if (!is_worked_on) return 'nobody works at it now';
  if (work.n_done > 0) return '';
  return ranker === 'bm25'
    ? 'an index that is missing is built first'
    : 'a first part is under way';
}

/** How far a run is, beside its bar. */
export function describeProgress(progress: RunProgress, run: Pick<OfRun, 'ranker'>): string {
  const { status, is_begun } = progress;
  const done = formatWork(progress.work);
  if (status === 'paused') return `Paused: ${done}`;
  if (!is_begun) return 'Waiting: no worker has begun yet.';
  const more = besides(progress, run);
  return more === '' ? done : `${done}; ${more}.`;
}

type Props = Readonly<{ run: OfRun }>;

/** How far a run is that is computed here, and why it failed. */
const useProgress = (name: string, enabled = true) =>
  useRead('/api/runs/progress', { name }, { staleTime: 0, enabled });

function Computing({ run }: Props) {
  const { data: progress } = useProgress(run.name);
  if (progress === undefined) return <>computing</>;
  return (
    <WorkBar
      label={`Computing ${run.name}`}
      work={progress.work}
      text={describeProgress(progress, run)}
    />
  );
}

function Failed({ run: { name, source } }: Props) {
  const { data: progress } = useProgress(name, source === 'computed');
  return (
    <>
      <span className={text.wrong}>
        {progress?.status === 'cancelled' ? 'cancelled' : 'failed'}
      </span>
      {progress?.status === 'failed' && <small>{progress.error}</small>}
    </>
  );
}

/** How far a run is, and what went wrong. */
export function RunState({ run }: Props) {
  if (run.status === 'computing') return <Computing run={run} />;
  if (run.status === 'failed') return <Failed run={run} />;
  return <>complete</>;
}

type ActionProps = Props & Readonly<{ mayResearch: boolean }>;

const ACTIONS = [
  { verb: 'compare', label: 'Compare', path: '/compare', param: 'run' },
  { verb: 're-rank', label: 'Re-rank', path: '/library/compute', param: 'rerank' },
] as const;

/** What researchers do with a run that is whole, or that failed. */
function researchLinks({ name, status, source }: OfRun): ReactNode {
  if (status === 'failed' && source === 'computed')
    return <Link to={`/library/compute?${addressOf({ again: name })}`}>Try again</Link>;
  if (status !== 'complete') return null;
  return ACTIONS.map(({ verb, label, path, param }) => (
    <Link key={verb} to={`${path}?${addressOf({ [param]: name })}`} aria-label={`${label} ${name}`}>
      {verb}
    </Link>
  ));
}

/** What can be done with a run now. */
export function RunActions({ run, mayResearch }: ActionProps) {
  const { name, status, job, has_pairs: hasPairs } = run;
  return (
    <span className={styles.do}>
      {mayResearch && researchLinks(run)}
      {status === 'complete' && hasPairs && (
        <Link to={`/library/pairs?${addressOf({ run: name })}`} aria-label={`Pairs of ${name}`}>
          pairs
        </Link>
      )}
      {status === 'complete' && (
        <a
          href={`/api/runs/ranking?${addressOf({ name })}`}
          aria-label={`Download ${name}`}
          download
        >
          download
        </a>
      )}
      {job !== null && (
        <Link to={`/library/jobs/${job}`} aria-label={`Job of ${name}`}>
          job
        </Link>
      )}
    </span>
  );
}
