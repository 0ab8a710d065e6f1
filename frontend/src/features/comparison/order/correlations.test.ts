import { expect, it } from 'vitest';
import type { ComparedOrders } from '@/api/compared';
import {
  describeCorrelations,
  formatCorrelation,
  formatCorrelations,
  nameOrders,
} from '@/features/comparison/order/correlations';

const place = { rank: 1, mean: 0.5 };

const pair = (
  labels: readonly [string, string],
  tau: number | null,
  nRuns = 3,
  interval: readonly number[] = [-0.25, 1],
): ComparedOrders => ({
  first: { labels: labels[0], measure: 'AP', lower_is_better: false },
  second: { labels: labels[1], measure: 'RR', lower_is_better: false },
  coefficients: [
    { name: 'tau-b', title: '', value: tau, interval: [...interval], n_undefined: 0, note: '' },
  ],
  systems: Array.from({ length: nRuns }, (_, n) => ({
    ...{ run: `run-${n}`, first: place, second: place },
  })),
});

it('orders are named by what distinguishes them', () => {
  expect(nameOrders(pair(['old', 'new'], 1))).toEqual(['old', 'new']);
  expect(nameOrders(pair(['old', 'old'], 1))).toEqual(['AP', 'RR']);
});

it('correlations lose the zero before the point, and what is not defined is a dash', () => {
  expect([1, 0.5, -0.25, -0.001, null].map(formatCorrelation)).toEqual([
    ...['1.00', '.50', '−.25', '.00', '–'],
  ]);
  expect(formatCorrelations([-0.25, 1])).toBe('[−.25, 1.00]');
});

it('the two orders least alike are named', () => {
  const pairs = [pair(['old', 'new'], 0.6), pair(['old', 'dense'], 0.2), pair(['a', 'b'], null)];
  expect(describeCorrelations(pairs)).toBe(
    'The two least similar orders are those under old and dense: tau-b .20 [−.25, 1.00].',
  );
  expect(describeCorrelations([pair(['old', 'old'], 0.6)])).toMatch(/^The orders by AP and RR/);
});

it('of two runs it says whether they change their order, and in how many draws', () => {
  const turned = [pair(['old', 'new'], 1, 2), pair(['old', 'dense'], -1, 2)];
  expect(describeCorrelations(turned)).toBe(
    'The two runs change their order under old and dense, but in at least 2 of 100 draws of the topics they do not.',
  );
  const kept = [pair(['old', 'new'], 1, 2, [1, 1]), pair(['old', 'dense'], 1, 2)];
  expect(describeCorrelations(kept)).toBe('The two runs keep their order under all label sets.');
  expect(describeCorrelations(kept.slice(0, 1))).toBe(
    'The two runs keep their order under old and new, and in at least 97 of 100 draws of the topics.',
  );
});
