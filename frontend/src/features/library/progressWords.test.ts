import { describe, expect, it } from 'vitest';
import type { RunProgress } from '@/api/types';
import { isOver, newsOf, progressWords } from '@/features/library/progressWords';

const progress = (part: Partial<RunProgress>): RunProgress => ({
  status: 'running',
  n_topics: 12,
  n_topics_done: 0,
  is_begun: true,
  error: '',
  ...part,
});

describe('progressWords', () => {
  it.each([
    [{ is_begun: false }, 'Waiting: no worker has begun yet.'],
    [{}, '0 of 12 topics; an index that is missing is built first.'],
    [{ n_topics_done: 3 }, '3 of 12 topics'],
    [{ status: 'paused', n_topics_done: 3 }, 'Paused: 3 of 12 topics'],
    [{ n_topics_done: 1200, n_topics: 6980 }, '1,200 of 6,980 topics'],
  ] as const)('tells of %o', (part, words) => {
    expect(progressWords(progress(part), { parent: null, ranker: 'bm25' })).toBe(words);
  });

  it.each([
    [{ parent: null, ranker: 'colbert' }, 'vectors that are missing are made first'],
    [{ parent: 'bm25', ranker: 'colbert' }, 'the model is loaded first'],
  ])('tells what is done first for %o', (run, words) => {
    expect(progressWords(progress({}), run)).toBe(`0 of 12 topics; ${words}.`);
  });
});

describe('newsOf', () => {
  it('says the same until there is news', () => {
    const said = Array.from({ length: 12 }, (_, n) => newsOf('r', progress({ n_topics_done: n })));
    expect([...new Set(said)]).toEqual([
      'Run r is being computed.',
      'Run r: a quarter of its topics is done.',
      'Run r: half of its topics is done.',
      'Run r: three quarters of its topics is done.',
    ]);
  });

  it.each([
    [{ is_begun: false }, 'Run r waits: no worker has begun yet.'],
    [{ status: 'done', n_topics_done: 12 }, 'Run r is complete.'],
    [{ status: 'failed', error: 'No disk.' }, 'Run r failed: No disk.'],
    [{ status: 'paused', n_topics_done: 6 }, 'Run r is paused.'],
    [{ status: 'cancelled', error: 'Cancelled.' }, 'Run r was cancelled.'],
  ] as const)('tells of %o', (part, words) => {
    expect(newsOf('r', progress(part))).toBe(words);
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
