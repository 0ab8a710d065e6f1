import { expect, it } from 'vitest';
import type { Attempt, Job, JobReport } from '@/api/types';
import { isOpen } from '@/features/library/api/jobs';
import {
  formatDuration,
  formatTimeLeft,
  formatOutcomes,
  formatRate,
  formatSize,
  formatStatus,
  titleOf,
  formatTook,
} from '@/features/library/jobs/jobTexts';
import type { Work } from '@/shared/format/work';

const JOB: Job = {
  id: 1,
  run: 'late',
  description: null,
  queue: 'rank.gpu',
  status: 'running',
  error: '',
  created_at: '2026-01-01T10:00:00Z',
  started_at: '2026-01-01T10:00:00Z',
  finished_at: null,
  work: { unit: 'topic', n: 1200, n_done: 600, n_failed: 0 },
  is_begun: true,
  is_worked_on: true,
  n_chunks: 12,
  n_chunks_done: 6,
  n_chunks_failed: 0,
};
const ENCODING: Work = { unit: 'passage', n: 12_000, n_done: 2000, n_failed: 0 };
const NONE = {
  landed: 0,
  error: 0,
  lost: 0,
  given_back: 0,
  declined: 0,
  overtaken: 0,
  cancelled: 0,
  open: 0,
};
const REPORT: JobReport = {
  job: JOB,
  per_min: 60,
  seconds_left: 600,
  workers: [],
  shares: [],
  failed_chunks: [],
  outcomes: NONE,
};

it.each([
  ['running', true],
  ['paused', true],
  ['done', false],
  ['failed', false],
  ['cancelled', false],
] as const)('a job that is %s is open: %o', (status, open) => {
  expect(isOpen({ status })).toBe(open);
});

it.each([
  [0.2, 'less than a second'],
  [59.6, '60 s'],
  [120, '2 min'],
  [7200, '2 h'],
  [3 * 86_400, '3 days'],
])('%d s are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

it.each([
  [null, 'not known yet'],
  [1234, '1,200 topics a minute'],
  [0.25, '15 topics an hour'],
])('a rate of %o a minute is %s', (per_min, text) => {
  expect(formatRate({ ...REPORT, per_min })).toBe(text);
});

it('while passages are encoded, rate and time left are theirs', () => {
  const report = { ...REPORT, job: { ...JOB, work: ENCODING } };
  expect(formatRate(report)).toBe('60 passages a minute');
  expect(formatTimeLeft(report)).toBe('about 10 min, then the topics');
});

it.each([
  [{ n_passages: 4096, n_topics: 0 }, '4,096 passages'],
  [{ n_passages: 4096, n_topics: 1 }, '4,096 passages, 1 topic'],
  [{ n_passages: 0, n_topics: 25 }, '25 topics'],
  [{ n_passages: 0, n_topics: 0 }, '0 topics'],
])('what is in %o is said', (counts, text) => {
  expect(formatSize(counts)).toBe(text);
});

it.each([
  ['running', 600, 'about 10 min'],
  ['running', null, 'not known yet'],
  ['paused', null, 'paused'],
  ['done', null, 'nothing'],
] as const)('what is left of a job that is %s is said', (status, seconds_left, text) => {
  expect(formatTimeLeft({ ...REPORT, seconds_left, job: { ...JOB, status } })).toBe(text);
});

it.each([
  ['running', 'Computing late'],
  ['done', 'Computed late'],
  ['cancelled', 'Computing late was cancelled'],
] as const)('the page of a job that is %s is headed %s', (status, title) => {
  expect(titleOf({ ...JOB, status })).toBe(title);
});

it.each([
  [{}, 1, 'running'],
  [{ is_begun: false, is_worked_on: false }, 0, 'waiting: no worker has begun yet'],
  [{ is_worked_on: false }, 0, 'waiting: no worker is at work on it now'],
  [{ status: 'paused', is_worked_on: false }, 0, 'paused'],
  [{ status: 'paused' }, 2, 'paused; chunks in progress are still stored'],
] as const)('a job that is %o with %d at work shows as %s', (part, nAtWork, text) => {
  expect(formatStatus({ ...JOB, ...part }, nAtWork)).toBe(text);
});

it('starts are counted by their outcomes', () => {
  expect(formatOutcomes({ ...NONE, landed: 10, lost: 2 })).toBe(
    '12 starts of chunks: 10 stored, 2 lost with their worker.',
  );
});

it('a start that is in progress has no length', () => {
  const attempt = { started_at: '2026-01-01T10:00:00Z', ended_at: null } as Attempt;
  expect(formatTook(attempt)).toBe('');
  expect(formatTook({ ...attempt, ended_at: '2026-01-01T10:00:30Z' })).toBe('30 s');
});
