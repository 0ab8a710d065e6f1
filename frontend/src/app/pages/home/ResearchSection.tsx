import { useSteadyRead } from '@/api/read';
import type { ResearchStart, ShelfRun } from '@/api/types';
import { runsOfStudy, studyPath } from '@/features/library/api/studies';
import { linesOf } from '@/shared/ui/tables/folds';
import { NewestCard, RecentCard, SavedCard } from '@/app/pages/home/ComparisonCards';
import { labelsPath, runPath } from '@/shared/routing/paths';
import { formatDuration } from '@/features/library/jobs/jobTexts';
import { cx } from '@/shared/styles/cx';
import { counted } from '@/shared/format/numbers';
import { formatWork, whyWaiting } from '@/shared/format/work';
import { Link } from '@/shared/routing/Link';
import { Nothing } from '@/shared/ui/requests/Nothing';
import { WorkBar } from '@/shared/ui/WorkBar';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';
import cards from '@/features/campaign/list/cards.module.css';
import styles from '@/app/pages/home/home.module.css';

type Job = ResearchStart['jobs'][number];

const OUTCOME_RUNS = [
  { y: 30, low: 20, mean: 70, high: 118, colour: 'var(--line-2)' },
  { y: 66, low: 56, mean: 100, high: 142, colour: 'var(--line-1)' },
] as const;
const OUTCOME_TOPICS = [44, 37, 29, 18, 12, 7, -9, -21] as const;

/** "60 of 100 topics, about 4 min left"; why there is no time, where there is none. */
function formatJob(job: Job): string {
  const { work, status, seconds_left: left } = job;
  const done = formatWork(work);
  if (status === 'paused') return `${done}, paused`;
  const why = whyWaiting(job);
  if (why !== '') return `${done}, ${why}`;
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

/** What comes out: two runs with their intervals, and the difference of each topic. */
const OUTCOME = (
  <svg
    className={styles.outcome}
    viewBox="0 0 320 96"
    role="img"
    aria-label="A picture of a comparison: two means with intervals, and a bar for each topic"
  >
    {OUTCOME_RUNS.map(({ y, low, mean, high, colour }) => (
      <g key={y} stroke={colour} fill={colour}>
        <line x1={low} x2={high} y1={y} y2={y} strokeWidth="3" strokeLinecap="round" />
        <circle cx={mean} cy={y} r="6" />
      </g>
    ))}
    <line x1="160" x2="310" y1="60" y2="60" stroke="var(--edge)" />
    {OUTCOME_TOPICS.map((height, at) => (
      <rect
        key={height}
        x={164 + at * 18}
        y={60 - Math.max(height, 0)}
        width="12"
        height={Math.abs(height)}
        fill={height > 0 ? 'var(--better)' : 'var(--worse)'}
      />
    ))}
  </svg>
);

const NO_RUNS = (
  <Nothing title="Import two runs">
    <p>
      Two run files and the labels to score them by lead to a comparison in one step: which run
      leads, by how much, and how sure that is.
    </p>
    {OUTCOME}
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
    ...(fold === null
      ? { name: run.name, to: runPath(run.name), beside: run.topic_set }
      : { name: runsOfStudy(fold, more.length + 1), to: studyPath(fold), beside: '' }),
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
