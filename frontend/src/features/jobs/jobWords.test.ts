import { describe, expect, it } from 'vitest';
import type { Attempt, Job, JobReport } from '@/api/types';
import {
  durationWords,
  isOpen,
  jobWords,
  leftWords,
  newsOf,
  outcomesWords,
  rateWords,
  tookWords,
} from '@/features/jobs/jobWords';

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
  n_topics: 1200,
  n_topics_done: 600,
  n_topics_failed: 0,
  n_chunks: 12,
  n_chunks_done: 6,
  n_chunks_failed: 0,
};
const NONE = { landed: 0, error: 0, lost: 0, given_back: 0, overtaken: 0, cancelled: 0, open: 0 };
const REPORT: JobReport = {
  job: JOB,
  topics_per_min: 60,
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

it('a job tells how many topics are done and failed', () => {
  expect(jobWords(JOB)).toBe('600 of 1,200 topics');
  expect(jobWords({ ...JOB, n_topics_failed: 3 })).toBe('600 of 1,200 topics, 3 failed');
});

it.each([
  [0.2, 'less than a second'],
  [59.6, '60 s'],
  [120, '2 min'],
  [7200, '2 h'],
  [3 * 86_400, '3 days'],
])('%d s are %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});

it.each([
  [null, 'not known yet'],
  [1234, '1,200 topics a minute'],
  [0.25, '15 topics an hour'],
])('a rate of %o a minute is %s', (rate, words) => {
  expect(rateWords(rate)).toBe(words);
});

it.each([
  ['running', 600, 'about 10 min'],
  ['running', null, 'not known yet'],
  ['paused', null, 'paused'],
  ['done', null, 'nothing'],
] as const)('what is left of a job that is %s is told', (status, seconds_left, words) => {
  expect(leftWords({ ...REPORT, seconds_left, job: { ...JOB, status } })).toBe(words);
});

describe('newsOf', () => {
  it.each([
    [{ n_topics_done: 0 }, 'Run late: has begun.'],
    [{}, 'Run late: half is done.'],
    [{ status: 'paused' }, 'Run late is paused.'],
    [{ status: 'failed', error: 'No room.' }, 'Run late failed: No room.'],
  ] as const)('of %o says it in few words', (part, words) => {
    expect(newsOf({ ...JOB, ...part })).toBe(words);
  });
});

it('starts are told by what came of them', () => {
  expect(outcomesWords({ ...NONE, landed: 10, lost: 2 })).toBe(
    '12 starts of chunks: 10 landed, 2 lost with their worker.',
  );
});

it('a start that is under way has no length', () => {
  const attempt = { started_at: '2026-01-01T10:00:00Z', ended_at: null } as Attempt;
  expect(tookWords(attempt)).toBe('');
  expect(tookWords({ ...attempt, ended_at: '2026-01-01T10:00:30Z' })).toBe('30 s');
});
