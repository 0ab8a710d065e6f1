import { expect, it } from 'vitest';
import { tick } from '@/shared/ui/figure/look';
import { isTied } from '@/features/campaign/agreement/votes/PatternSection';
import { settledBars } from '@/features/campaign/agreement/votes/SettledSection';

it.each([
  [[2, 1], false],
  [[1, 1, 1], true],
  [[2, 2], true],
  [[3], false],
])('votes that fall as %j are tied: %s', (sizes, expected) => {
  expect(isTied({ sizes, n_pairs: 1, name: '' })).toBe(expected);
});

it('pairs without a majority come last, where there are any', () => {
  const settled = [{ n_votes: 2, n_pairs: 5 }];
  expect(settledBars({ n_settled: settled, n_unsettled: 0 })).toHaveLength(1);
  expect(settledBars({ n_settled: settled, n_unsettled: 3 }).at(-1)).toEqual({
    name: 'by none: no majority',
    n: 3,
  });
});

it.each([
  [0, '0'],
  [0.2, '.2'],
  [-0.25, '−.25'],
  [1, '1'],
])('an axis names %d as %s', (value, text) => {
  expect(tick(value)).toBe(text);
});
