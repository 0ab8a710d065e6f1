import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { post } from '@/api/calls';
import { ofKinds } from '@/api/kinds';
import { keyOf } from '@/api/keyOf';
import { useRead } from '@/api/read';
import { Button } from '@/shared/ui/forms/Button';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { addressOf } from '@/shared/routing/address';
import { Link } from '@/shared/routing/Link';
import { closeMenu } from '@/shared/ui/Menu';
import { WorkBar } from '@/shared/ui/WorkBar';
import type { Run, RunProgress } from '@/api/types';
import { continueText, formatWork, whyWaiting } from '@/shared/format/work';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/runs/RunState.module.css';

/** What of a run its state and what can be done with it rest on. */
type OfRun = Pick<Run, 'name' | 'status' | 'source' | 'ranker' | 'has_pairs' | 'job'>;

/** What is to be known beside the counts; while none moves, whether a worker is at it. */
function besides(progress: RunProgress, { ranker }: Pick<OfRun, 'ranker'>): string {
  const why = whyWaiting(progress);
  if (why !== '' || progress.work.n_done > 0) return why;
  return ranker === 'bm25'
    ? 'an index that is missing is built first'
    : 'a first part is under way';
}

/** How far a run is, beside its bar. */
export function describeProgress(progress: RunProgress, run: Pick<OfRun, 'ranker'>): string {
  const { status, is_begun: isBegun } = progress;
  const done = formatWork(progress.work);
  if (status === 'paused') return `Paused: ${done}`;
  if (!isBegun) return `Waiting: ${whyWaiting(progress)}.`;
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

/** Computes the rest of a run that failed or was cancelled; one that has nothing is requested again. */
function Continue({ name, job }: Readonly<{ name: string; job: number }>) {
  const { data: progress } = useProgress(name);
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation<unknown, Error, Element>({
    mutationFn: () => post('/api/jobs/{job_id}/steer', { job_id: job }, { action: 'resume' }),
    onSuccess: (_job, button) => closeMenu(button),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keyOf('/api/runs/progress', { name }) });
      return client.invalidateQueries(ofKinds('runs'));
    },
  });
  if (progress === undefined || progress.work.n_done === 0)
    return <Link to={`/library/compute?${addressOf({ again: name })}`}>Try again</Link>;
  return (
    <>
      <Button
        look="flush"
        disabled={isPending}
        onClick={({ currentTarget }) => mutate(currentTarget)}
      >
        {continueText(progress.work)}
      </Button>
      <ErrorMessage error={error} />
    </>
  );
}

/** What researchers do with a run that is whole, or that failed. */
function researchLinks({ name, status, job }: OfRun): ReactNode {
  if (status === 'failed' && job !== null) return <Continue name={name} job={job} />;
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
