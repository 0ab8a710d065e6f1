import type { Attempt, Job, JobReport } from '@/api/types';
import { counted, formatCount } from '@/shared/format';

/** May still come to its end. */
export const isOpen = ({ status }: Pick<Job, 'status'>): boolean =>
  status === 'running' || status === 'paused';

/** How far a job is, beside its bar. */
export function jobWords({
  n_topics: n,
  n_topics_done: nDone,
  n_topics_failed: nBad,
}: Job): string {
  const failed = nBad > 0 ? `, ${formatCount(nBad)} failed` : '';
  return `${formatCount(nDone)} of ${counted(n, 'topic')}${failed}`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time, coarsely: nobody plans by its seconds. */
export function durationWords(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 100 * MINUTE) return `${Math.round(seconds / MINUTE)} min`;
  if (seconds < 2 * DAY) return `${Math.round(seconds / HOUR)} h`;
  return `${Math.round(seconds / DAY)} days`;
}

/** Topics a minute, and where that is less than one, an hour. */
export function rateWords(topicsPerMin: number | null): string {
  if (topicsPerMin === null) return 'not known yet';
  if (topicsPerMin >= 1)
    return `${formatCount(Number(topicsPerMin.toPrecision(2)))} topics a minute`;
  return `${formatCount(Number((60 * topicsPerMin).toPrecision(2)))} topics an hour`;
}

export function leftWords({ job, seconds_left: left }: JobReport): string {
  if (!isOpen(job)) return 'nothing';
  if (job.status === 'paused') return 'paused';
  return left === null ? 'not known yet' : `about ${durationWords(left)}`;
}

const since = (iso: string, until: string): number =>
  (new Date(until).getTime() - new Date(iso).getTime()) / 1000;

/** How long a start of a chunk took; nothing while it is under way. */
export const tookWords = ({ started_at, ended_at }: Attempt): string =>
  ended_at == null ? '' : durationWords(since(started_at, ended_at));

const QUARTERS = ['has begun', 'a quarter is done', 'half is done', 'three quarters are done'];

/** What is read out of a job’s progress: few words, and others only when there is news. */
export function newsOf({ run, status, error, n_topics_done: nDone, n_topics: n }: Job): string {
  if (status === 'running')
    return `Run ${run}: ${QUARTERS[Math.min(3, Math.floor((4 * nDone) / Math.max(n, 1)))] ?? ''}.`;
  const words = {
    paused: `Run ${run} is paused.`,
    done: `Run ${run} is complete.`,
    failed: `Run ${run} failed: ${error}`,
    cancelled: `Run ${run} was cancelled.`,
  };
  return words[status];
}

type Outcomes = JobReport['outcomes'];

const OUTCOMES: readonly (readonly [keyof Outcomes, string])[] = [
  ['landed', 'landed'],
  ['open', 'under way'],
  ['lost', 'lost with their worker'],
  ['error', 'ended in an error'],
  ['given_back', 'given back'],
  ['overtaken', 'overtaken by another'],
  ['cancelled', 'cancelled'],
];

/** "120 starts of chunks: 110 landed, 10 lost with their worker". */
export function outcomesWords(outcomes: Outcomes): string {
  const n = OUTCOMES.reduce((sum, [key]) => sum + outcomes[key], 0);
  const told = OUTCOMES.filter(([key]) => outcomes[key] > 0).map(
    ([key, words]) => `${formatCount(outcomes[key])} ${words}`,
  );
  return `${counted(n, 'start of a chunk', 'starts of chunks')}: ${told.join(', ')}.`;
}
