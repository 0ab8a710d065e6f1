import { Link } from '@/shared/routing/Link';
import type { Job } from '@/api/types';
import { useJobs } from '@/features/library/api/jobs';
import { CardTable } from '@/shared/ui/CardTable';
import type { Columns } from '@/shared/ui/CardTable';
import { formatStatus } from '@/features/library/jobs/jobTexts';
import { formatDay, formatMoment } from '@/shared/time';
import { Nothing } from '@/shared/ui/Nothing';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import { WorkBar } from '@/shared/ui/WorkBar';
import { cx } from '@/shared/cx';
import { formatWork } from '@/shared/formatWork';
import { Button } from '@/shared/ui/Button';
import buttons from '@/shared/styles/buttons.module.css';
import table from '@/shared/styles/table.module.css';
import styles from '@/shared/ui/CardTable.module.css';
import job from '@/features/library/frame/job.module.css';

const COLUMNS: Columns<Job> = [
  {
    head: 'run',
    isWords: true,
    cell: ({ id, run, description }) => (
      <>
        <Link to={`/library/jobs/${id}`}>{run}</Link>
        {description !== null && <small>{description}</small>}
      </>
    ),
  },
  { head: 'status', isWords: true, className: styles.brief, cell: formatStatus },
  {
    head: 'progress',
    label: '',
    isWords: true,
    cell: ({ run, work }) => (
      <WorkBar label={`Computing ${run}`} work={work} text={formatWork(work)} />
    ),
  },
  { head: 'queue', isWords: true, className: styles.brief, cell: ({ queue }) => queue },
  {
    head: 'planned',
    className: cx(table.nowrap, styles.brief),
    cell: ({ created_at: at }) => `${formatDay(at)}, ${formatMoment(at)}`,
  },
];

const NO_JOBS = (
  <Nothing title="No jobs yet">
    <p>
      A run that is computed here is a job for workers. <Link to="/library">The library</Link> has
      the runs there are.
    </p>
  </Nothing>
);

function Jobs() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useJobs();
  if (error !== null && data === undefined)
    return (
      <PageTrouble title="Jobs cannot be shown now" error={error} onRetry={() => void refetch()} />
    );
  if (data === undefined) return <Waiting label="Looking for jobs" />;
  const jobs = data.pages.flatMap((page) => page.jobs);
  if (jobs.length === 0) return NO_JOBS;
  return (
    <>
      <CardTable label="Jobs" columns={COLUMNS} rows={jobs} keyOf={({ id }) => id} />
      {hasNextPage && (
        <p className={buttons.actions}>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier ones
          </Button>
        </p>
      )}
    </>
  );
}

/** Everything that workers compute or have computed, the newest first. */
export default function JobsPage() {
  return (
    <div className={job.page}>
      <Jobs />
    </div>
  );
}
