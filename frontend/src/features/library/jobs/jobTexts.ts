import type { Attempt, Job, JobReport, WorkerShare } from '@/api/types';
import { isOpen } from '@/features/library/api/jobs';
import { counted, formatCount } from '@/shared/format/numbers';
import { whyWaiting } from '@/shared/format/work';

type Counts = 'n_passages' | 'n_topics';

/** What a job’s page is headed by. */
export function titleOf({ run, status }: Pick<Job, 'run' | 'status'>): string {
  const titles = {
    running: `Computing ${run}`,
    paused: `Computing ${run}`,
    done: `Computed ${run}`,
    failed: `Computing ${run} failed`,
    cancelled: `Computing ${run} was cancelled`,
  };
  return titles[status];
}

/** A job's status, and what it means for chunks in progress. */
export function formatStatus(job: Job, nAtWork = 0): string {
  const { status } = job;
  const why = status === 'running' ? whyWaiting(job) : '';
  if (why !== '') return `waiting: ${why}`;
  if (status === 'paused' && nAtWork > 0) return 'paused; chunks in progress are still stored';
  return status;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time, coarsely: nobody plans by its seconds. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 100 * MINUTE) return `${Math.round(seconds / MINUTE)} min`;
  if (seconds < 2 * DAY) return `${Math.round(seconds / HOUR)} h`;
  return `${Math.round(seconds / DAY)} days`;
}

/** What is done in a minute, and where that is less than one, in an hour. */
export function formatRate({ job, per_min: rate }: JobReport): string {
  if (rate === null) return 'not known yet';
  const [n, time] = rate >= 1 ? [rate, 'a minute'] : [60 * rate, 'an hour'];
  return `${formatCount(Number(n.toPrecision(2)))} ${job.work.unit}s ${time}`;
}

/** How long the rest takes; while passages are encoded nobody knows how long topics will. */
export function formatTimeLeft({ job, seconds_left: left }: JobReport): string {
  if (!isOpen(job)) return 'nothing';
  if (job.status === 'paused') return 'paused';
  const then = job.work.unit === 'passage' ? ', then the topics' : '';
  return left === null ? 'not known yet' : `about ${formatDuration(left)}${then}`;
}

/** "4,096 passages" or "25 topics": what a chunk holds, or a worker has done. */
export function formatSize({ n_passages, n_topics }: Pick<WorkerShare, Counts>): string {
  const parts = [
    n_passages > 0 && counted(n_passages, 'passage'),
    (n_topics > 0 || n_passages === 0) && counted(n_topics, 'topic'),
  ];
  return parts.filter(Boolean).join(', ');
}

const since = (iso: string, until: string): number =>
  (new Date(until).getTime() - new Date(iso).getTime()) / 1000;

/** How long a start of a chunk took; nothing while it is in progress. */
export const formatTook = ({ started_at, ended_at }: Attempt): string =>
  ended_at == null ? '' : formatDuration(since(started_at, ended_at));

type Outcomes = JobReport['outcomes'];

const OUTCOMES: readonly (readonly [keyof Outcomes, string])[] = [
  ['landed', 'stored'],
  ['open', 'in progress'],
  ['lost', 'lost with their worker'],
  ['error', 'ended in an error'],
  ['given_back', 'given back'],
  ['declined', 'declined by a worker that lacks something'],
  ['overtaken', 'overtaken by another'],
  ['cancelled', 'cancelled'],
];

/** "120 starts of chunks: 110 stored, 10 lost with their worker". */
export function formatOutcomes(outcomes: Outcomes): string {
  const n = OUTCOMES.reduce((sum, [key]) => sum + outcomes[key], 0);
  const parts = OUTCOMES.filter(([key]) => outcomes[key] > 0).map(
    ([key, outcome]) => `${formatCount(outcomes[key])} ${outcome}`,
  );
  return `${counted(n, 'start of a chunk', 'starts of chunks')}: ${parts.join(', ')}.`;
}
