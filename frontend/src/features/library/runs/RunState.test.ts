import { describe, expect, it } from 'vitest';
import type { RunProgress } from '@/api/types';
import { isOver } from '@/features/library/runs/News';
import { describeProgress } from '@/features/library/runs/RunState';
import type { Work } from '@/shared/format/work';

const work = (n_done: number, n = 12): Work => ({ unit: 'topic', n, n_done, n_failed: 0 });
const ENCODING: Work = { unit: 'passage', n: 12_000, n_done: 0, n_failed: 0 };

const progress = (part: Partial<RunProgress>): RunProgress => ({
  status: 'running',
  work: work(0),
  is_begun: true,
  is_worked_on: true,
  error: '',
  ...part,
});

describe('describeProgress', () => {
  it.each([
    [{ is_begun: false, is_worked_on: false }, 'Waiting: no worker has begun yet.'],
    [{}, '0 of 12 topics; an index that is missing is built first.'],
    [{ work: work(3) }, '3 of 12 topics'],
    [{ status: 'paused', work: work(3) }, 'Paused: 3 of 12 topics'],
    [{ work: work(1200, 6980) }, '1,200 of 6,980 topics'],
    [{ work: work(3), is_worked_on: false }, '3 of 12 topics; no worker is at work on it now.'],
  ] as const)('says of %o', (part, text) => {
    expect(describeProgress(progress(part), { ranker: 'bm25' })).toBe(text);
  });

  it.each([
    [{ work: ENCODING }, '0 of 12,000 passages encoded; a first part is under way.'],
    [
      { work: ENCODING, is_worked_on: false },
      '0 of 12,000 passages encoded; no worker is at work on it now.',
    ],
  ])('says of a model’s %o whether anybody is at it', (part, text) => {
    expect(describeProgress(progress(part), { ranker: 'colbert' })).toBe(text);
  });
});

describe('isOver', () => {
  it.each([
    ['running', false],
    ['paused', false],
    ['done', true],
    ['failed', true],
    ['cancelled', true],
  ] as const)('of %s is %o', (status, is) => {
    expect(isOver(progress({ status }))).toBe(is);
  });
});
