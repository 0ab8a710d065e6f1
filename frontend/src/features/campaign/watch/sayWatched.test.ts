import { expect, it } from 'vitest';
import type { WatchedRuns } from '@/api/types';
import { sayWatched } from '@/features/campaign/watch/sayWatched';

function found(mean: number, low: number | null, high: number | null, nPlanned = 12): string {
  const topic = { query_id: 'q1', mean, low, high };
  const watched = {
    ...{ topics: [topic], n_planned: nPlanned, measure: 'AP', confidence: 0.95, note: 'odd' },
  };
  return sayWatched(watched as unknown as WatchedRuns, { baseline: 'bm25', run: 'bert' });
}

it('a lead is claimed only where the interval leaves 0 out, either way', () => {
  expect(found(0.2, 0.1, 0.3)).toBe(
    'After 1 of 12 topics: over all of them, bert beats bm25 in AP: bert minus bm25 is +.200 so far, 95% interval [+.100, +.300].',
  );
  expect(found(-0.2, -0.3, -0.1)).toContain('bm25 beats bert in AP');
  expect(found(0.2, 0, 0.4)).toContain('neither bert nor bm25 can be said to be better');
});

it('once every topic is done, the mean is no estimate, and has no interval', () => {
  expect(found(0.2, 0.2, 0.2, 1)).toBe(
    'All 1 topic of this campaign is judged: bert minus bm25 is +.200 in AP. This is the campaign’s mean, not an estimate.',
  );
});

it('where no mean is tenable, it says so and claims nothing', () => {
  expect(found(0.2, null, null)).toBe('1 of 12 topics are done; odd.');
});

it('before the first topic is done, it says what is awaited', () => {
  const none = { topics: [], n_planned: 1 } as unknown as WatchedRuns;
  expect(sayWatched(none, { baseline: 'a', run: 'b' })).toContain('of 1 topic.');
});
