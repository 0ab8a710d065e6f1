import { useSteadyRead } from '@/api/read';
import type { ResearchStart, ShelfRun } from '@/api/types';
import { runsOfStudy, studyPath } from '@/features/library/api/studies';
import { linesOf } from '@/shared/ui/tables/folds';
import { NewestCard, RecentCard, SavedCard } from '@/app/pages/home/ComparisonCards';
import { labelsPath, runPath } from '@/shared/routing/paths';
import { formatDuration } from '@/features/library/jobs/jobTexts';
import { cx } from '@/shared/styles/cx';
import { counted } from '@/shared/format/numbers';
import { formatWork } from '@/shared/format/work';
import { Link } from '@/shared/routing/Link';
import { Nothing } from '@/shared/ui/requests/Nothing';
import { WorkBar } from '@/shared/ui/WorkBar';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';
import cards from '@/features/campaign/list/cards.module.css';
import styles from '@/app/pages/home/home.module.css';

type Job = ResearchStart['jobs'][number];

/** "60 of 100 topics, about 4 min left"; why there is no time, where there is none. */
function formatJob({ work, status, is_begun: isBegun, seconds_left: left }: Job): string {
  const done = formatWork(work);
  if (status === 'paused') return `${done}, paused`;
  if (!isBegun) return `${done}, no worker has begun yet`;
  return left === null ? done : `${done}, about ${formatDuration(left)} left`;
}

function JobsCard({ n_jobs: nJobs, jobs }: ResearchStart) {
  if (jobs.length === 0) return null;
  return (
    <article className={cards.card}>
      <h3>Jobs under way</h3>
      <ul role="list" className={styles.rows}>
        {jobs.map((job) => (
          <li key={job.id}>
            <Link to={`/library/jobs/${job.id}`}>{job.run}</Link>
            <WorkBar label={`Computing ${job.run}`} work={job.work} text={formatJob(job)} />
          </li>
        ))}
      </ul>
      <p>
        <Link to="/library/jobs">
          {nJobs > jobs.length ? `All ${counted(nJobs, 'job')} under way` : 'All jobs'}
        </Link>
      </p>
    </article>
  );
}

const NO_RUNS = (
  <Nothing title="No runs yet">
    <p>Bring run files and labels to score them by, alone or with their passages and topics.</p>
    <p className={buttons.actions}>
      <Link to="/library/import" className={buttons.primary}>
        Import
      </Link>
      <Link to="/library/compute">Compute a run</Link>
    </p>
  </Nothing>
);

const NEWEST = { sort: '-created_at', size: 5, folded: true } as const;

/** The newest runs, those of a study as one. */
function newestRuns(runs: readonly ShelfRun[]) {
  return linesOf(runs, ({ study }) => study).map(({ fold, rows: [run, ...more] }) => ({
    created_at: run.created_at,
    beside: run.topic_set,
    ...(fold === null
      ? { name: run.name, to: runPath(run.name) }
      : { name: runsOfStudy(fold, more.length + 1), to: studyPath(fold) }),
  }));
}

function Newest({ start }: Readonly<{ start: ResearchStart }>) {
  const { label_sets: labels, n_runs: nRuns, n_label_sets: nLabels } = start;
  const { data: newest } = useSteadyRead('/api/runs', NEWEST);
  return (
    <>
      <NewestCard title="Newest runs" rows={newestRuns(newest?.rows ?? [])}>
        <Link to="/library">{counted(nRuns, 'run')} in the library</Link>
      </NewestCard>
      {labels.length === 0 ? (
        <article className={cards.card}>
          <h3>Newest label sets</h3>
          <p className={text.soft}>There is none to score runs by.</p>
          <p>
            <Link to="/library/import">Import labels</Link>
          </p>
        </article>
      ) : (
        <NewestCard
          title="Newest label sets"
          rows={labels.map((one) => ({
            ...one,
            to: labelsPath(one.name),
            beside: one.campaign === null ? one.topic_set : `from ${one.campaign}`,
          }))}
        >
          <Link to="/library/labels">{counted(nLabels, 'label set')} in the library</Link>
        </NewestCard>
      )}
    </>
  );
}

type Props = Readonly<{ start: ResearchStart; username: string }>;

/** What a researcher goes on with, and the ways to begin. */
export function ResearchSection({ start, username }: Props) {
  if (start.n_runs === 0) return NO_RUNS;
  return (
    <section>
      <h2>Research</h2>
      <p className={buttons.actions}>
        <Link to="/compare" className={buttons.primary}>
          Compare
        </Link>
        <Link to="/library/import" className={cx(buttons.second, styles.button)}>
          Import
        </Link>
        <Link to="/library/compute">Compute a run</Link>
      </p>
      <div className={cards.cards}>
        <RecentCard username={username} />
        <SavedCard />
        <JobsCard {...start} />
        <Newest start={start} />
      </div>
    </section>
  );
}
