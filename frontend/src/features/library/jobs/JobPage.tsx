import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from '@/shared/routing/Routes';
import NotFound from '@/shared/ui/requests/NotFound';
import { useSession } from '@/api/session';
import { Link } from '@/shared/routing/Link';
import type { Job, JobReport } from '@/api/types';
import { AttemptLog, FailedChunks } from '@/features/library/jobs/chunks';
import { WorkersAtIt, WorkerShares } from '@/features/library/jobs/Workers';
import { addressOf } from '@/shared/routing/address';
import { runPath } from '@/shared/routing/paths';
import { post } from '@/api/calls';
import { ofKinds } from '@/api/kinds';
import { keyOf } from '@/api/keyOf';
import { useRead } from '@/api/read';
import { isOpen, untilOver } from '@/features/library/api/jobs';
import { useSteering } from '@/features/library/jobs/useSteering';
import { useReadAnew } from '@/shared/requests/useReadAnew';
import {
  formatTimeLeft,
  formatRate,
  formatStatus,
  titleOf,
} from '@/features/library/jobs/jobTexts';
import { formatCount } from '@/shared/format/numbers';
import { newsOf } from '@/features/library/runs/News';
import { formatDay, formatMoment } from '@/shared/format/time';
import { WorkBar } from '@/shared/ui/WorkBar';
import { cx } from '@/shared/styles/cx';
import { continueText, formatWork } from '@/shared/format/work';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { Fact } from '@/shared/ui/Fact';
import { Steering } from '@/features/library/jobs/Steering';
import text from '@/shared/styles/text.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/library/frame/job.module.css';
import head from '@/features/library/frame/head.module.css';

/** The current state of a job, asked again while it is not over; its log is read again when an attempt starts or ends. */
function useJob(id: number) {
  const client = useQueryClient();
  const report = useRead(
    '/api/jobs/{job_id}',
    { job_id: id },
    {
      staleTime: 0,
      refetchInterval: ({ state: { data, dataUpdateCount: n } }) => untilOver(data?.job, n),
    },
  );
  const starts = JSON.stringify(report.data?.outcomes);
  const status = report.data?.job.status;
  const name = report.data?.job.run ?? '';
  useReadAnew(keyOf('/api/jobs/{job_id}/attempts', { job_id: id }), starts);
  useEffect(() => {
    void client.invalidateQueries(ofKinds('runs'));
    void client.invalidateQueries({ queryKey: keyOf('/api/runs/progress', { name }) });
  }, [client, name, status]);
  return report;
}

/** Pause or resume, and cancel, until the job is done; one that ended badly continues. */
function JobControls({ job }: Readonly<{ job: Job }>) {
  const steering = useSteering(keyOf('/api/jobs/{job_id}', { job_id: job.id }), (action) =>
    post('/api/jobs/{job_id}/steer', { job_id: job.id }, { action }),
  );
  if (job.status === 'done') return null;
  return (
    <Steering
      status={job.status}
      {...(!isOpen(job) && { label: continueText(job.work) })}
      verb="Cancel the job"
      question={`Cancel computing ${job.run}?`}
      steering={steering}
    >
      Chunks in progress are dropped. Topics that are done stay; computing it again continues where
      it stopped.
    </Steering>
  );
}

function Facts({ report }: Readonly<{ report: JobReport }>) {
  const { job } = report;
  return (
    <dl className={cx(parts.facts, styles.facts)}>
      <Fact name="status">{formatStatus(job, report.workers.length)}</Fact>
      {job.status === 'running' && <Fact name="rate">{formatRate(report)}</Fact>}
      {isOpen(job) && <Fact name="time left">{formatTimeLeft(report)}</Fact>}
      <Fact name="chunks">
        {formatCount(job.n_chunks_done)} of {formatCount(job.n_chunks)}
      </Fact>
      <Fact name="queue">{job.queue}</Fact>
      {job.finished_at !== null && (
        <Fact name="ended">
          {formatDay(job.finished_at)}, {formatMoment(job.finished_at)}
        </Fact>
      )}
    </dl>
  );
}

type ReportProps = Readonly<{ report: JobReport; mayResearch: boolean }>;

function Report({ report, mayResearch }: ReportProps) {
  const { job, outcomes } = report;
  const title = titleOf(job);
  const endedBadly = job.status === 'failed' || job.status === 'cancelled';
  return (
    <div className={styles.page}>
      <title>{`${title} · Regrade`}</title>
      <p className={head.above}>
        <Link to="/library/jobs">All jobs</Link>
      </p>
      <h1 className={head.title}>{title}</h1>
      {job.description !== null && <p className={text.soft}>{job.description}</p>}
      <WorkBar label={title} work={job.work} text={formatWork(job.work)} />
      {job.error !== '' && <p className={styles.failed}>{job.error}</p>}
      <Facts report={report} />
      {mayResearch && <JobControls job={job} />}
      <p className={styles.onward}>
        <Link to={runPath(job.run)}>The run</Link>
        {mayResearch && endedBadly && (
          <Link to={`/library/compute?${addressOf({ again: job.run })}`}>Other settings</Link>
        )}
      </p>
      <div role="status" className={text.visuallyHidden}>
        {newsOf(job.run, job)}
      </div>
      {isOpen(job) && <WorkersAtIt workers={report.workers} />}
      <WorkerShares shares={report.shares} />
      <FailedChunks job={job} chunks={report.failed_chunks} />
      <AttemptLog id={job.id} outcomes={outcomes} />
    </div>
  );
}

type Props = Readonly<{ id: number; mayResearch: boolean }>;

/** How far the computing of a run is, by whom, and what went wrong. */
function JobPage({ id, mayResearch }: Props) {
  return (
    <Loaded
      query={useJob(id)}
      trouble="The job cannot be shown now"
      waiting="Looking at the job"
      keepsAnswer
    >
      {(report) => <Report report={report} mayResearch={mayResearch} />}
    </Loaded>
  );
}

export default function JobOfRun() {
  const id = Number(useParams().id);
  const { data: session } = useSession();
  if (!Number.isSafeInteger(id) || id < 1) return <NotFound />;
  return <JobPage key={id} id={id} mayResearch={session?.may_research ?? false} />;
}
