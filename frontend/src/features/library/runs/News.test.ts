import { describe, expect, it } from 'vitest';
import { newsOf } from '@/features/library/runs/News';
import type { Work } from '@/shared/format/work';

const work = (n_done: number, n = 12): Work => ({ unit: 'topic', n, n_done, n_failed: 0 });

const STANDING = { status: 'running', work: work(0), is_begun: true, error: '' } as const;

describe('newsOf', () => {
  it('says the same until there is news', () => {
    const said = Array.from({ length: 12 }, (_, n) => newsOf('r', { ...STANDING, work: work(n) }));
    expect([...new Set(said)]).toEqual([
      'Run r is being computed.',
      'Run r: a quarter of its topics is done.',
      'Run r: half of its topics is done.',
      'Run r: three quarters of its topics is done.',
    ]);
  });

  it.each([
    [{ is_begun: false }, 'Run r waits: no worker has begun yet.'],
    [
      { work: { unit: 'passage', n: 12_000, n_done: 3000, n_failed: 0 } },
      'Run r: a quarter of its passages is encoded.',
    ],
    [{ status: 'done', work: work(12) }, 'Run r is complete.'],
    [{ status: 'failed', error: 'No disk.' }, 'Run r failed: No disk.'],
    [{ status: 'paused', work: work(6) }, 'Run r is paused.'],
    [{ status: 'cancelled', error: 'Cancelled.' }, 'Run r was cancelled.'],
  ] as const)('says of %o', (part, text) => {
    expect(newsOf('r', { ...STANDING, ...part })).toBe(text);
  });
});
