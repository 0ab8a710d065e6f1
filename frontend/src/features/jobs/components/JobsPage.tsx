import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Job } from '@/api/types';
import { jobsQuery } from '@/features/jobs/api/listJobs';
import { statusWords } from '@/features/jobs/jobWords';
import { formatDay, formatMoment } from '@/shared/time';
import { Nothing } from '@/shared/ui/Nothing';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Scroller } from '@/shared/ui/Scroller';
import { Waiting } from '@/shared/ui/Waiting';
import { WorkBar } from '@/shared/ui/WorkBar';
import { workWords } from '@/shared/workWords';
import '@/features/jobs/jobs.css';

function JobRow({ job }: Readonly<{ job: Job }>) {
  return (
    <tr>
      <th scope="row" className="words">
        <Link to={`/library/jobs/${job.id}`}>{job.run}</Link>
        {job.description !== null && <small>{job.description}</small>}
      </th>
      <td className="words brief" data-label="status">
        {statusWords(job)}
      </td>
      <td className="words">
        <WorkBar label={`Computing ${job.run}`} work={job.work} words={workWords(job.work)} />
      </td>
      <td className="words brief" data-label="queue">
        {job.queue}
      </td>
      <td className="nowrap brief" data-label="planned">
        {formatDay(job.created_at)}, {formatMoment(job.created_at)}
      </td>
    </tr>
  );
}

const NO_JOBS = (
  <Nothing title="No jobs yet">
    <p>
      A run that is computed here is a job for workers. <Link to="/library">The library</Link> has
      the runs there are.
    </p>
  </Nothing>
);

function Jobs() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(jobsQuery);
  if (error !== null && data === undefined)
    return (
      <PageTrouble title="Jobs cannot be shown now" error={error} onRetry={() => void refetch()} />
    );
  if (data === undefined) return <Waiting label="Looking for jobs" />;
  const jobs = data.pages.flatMap((page) => page.jobs);
  if (jobs.length === 0) return NO_JOBS;
  return (
    <>
      <Scroller label="Jobs">
        <table className="grid row-cards">
          <thead>
            <tr>
              <th scope="col" className="words">
                run
              </th>
              <th scope="col" className="words">
                status
              </th>
              <th scope="col" className="words">
                progress
              </th>
              <th scope="col" className="words">
                queue
              </th>
              <th scope="col">planned</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} />
            ))}
          </tbody>
        </table>
      </Scroller>
      {hasNextPage && (
        <p className="actions">
          <button
            type="button"
            className="plain"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Show earlier ones
          </button>
        </p>
      )}
    </>
  );
}

/** Everything that workers compute or have computed, the newest first. */
export default function JobsPage() {
  return (
    <div className="job">
      <title>Jobs · Regrade</title>
      <p className="above">
        <Link to="/library">Library</Link>
      </p>
      <h1>Jobs</h1>
      <Jobs />
    </div>
  );
}
