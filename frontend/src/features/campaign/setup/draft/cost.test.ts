import { expect, it } from 'vitest';
import { costOf, formatCost, formatHours, secondsOf } from '@/features/campaign/setup/draft/cost';
import type { Work } from '@/features/campaign/setup/draft/cost';

const WORK: Work = {
  nPairs: 120,
  perPair: 3,
  nOverlap: 0,
  nGold: 0,
  goldEvery: null,
  people: 6,
  seconds: 30,
  quota: null,
  repeatEvery: null,
};

it('each pair takes so many judgments, each of them so long', () => {
  expect(costOf(WORK)).toEqual({
    nRegular: 120,
    wanted: 360,
    shared: 0,
    judgments: 360,
    hours: 3,
    judgmentsEach: 60,
    hoursEach: 0.5,
    uncovered: 0,
  });
});

it.each([
  [{ quota: 20 }, 20, 360 - 6 * 20],
  [{ quota: 60 }, 60, 0],
  [{ quota: 60, repeatEvery: 10 }, 60, 6 * 6],
  [{ quota: 60, nPairs: 125, nGold: 5, goldEvery: 20 }, 60, 6 * 3],
  [{ quota: 500 }, 60, 0],
])('a quota %o leaves to nobody what it does not cover', (part, each, uncovered) => {
  const cost = costOf({ ...WORK, ...part });
  expect([cost.judgmentsEach, cost.hoursEach, cost.uncovered]).toEqual([
    each,
    (each * 30) / 3600,
    uncovered,
  ]);
});

it('what everyone judges takes a judgment of each person', () => {
  expect(costOf({ ...WORK, nOverlap: 20 }).judgments).toBe(100 * 3 + 20 * 6);
  expect(costOf({ ...WORK, nPairs: 10, nOverlap: 20 }).judgments).toBe(60);
});

it('gold pairs are wanted of nobody, so that the cost is what the campaign asks for', () => {
  const cost = costOf({ ...WORK, nPairs: 11, perPair: 2, nGold: 1 });
  expect([cost.nRegular, cost.wanted, cost.judgments]).toEqual([10, 20, 20]);
  expect(formatCost(cost)).toBe('20 judgments of 10 pairs');
  const shared = costOf({ ...WORK, nPairs: 11, perPair: 2, nGold: 1, nOverlap: 3 });
  expect(formatCost(shared)).toBe('14 judgments of 7 pairs, and 18 of those that everyone judges');
});

it.each([
  [0.001, 'under a minute'],
  [0.5, '30 min'],
  [2.25, '2.3 h'],
  [1234.4, '1,234 h'],
])('prints %s hours as %s', (hours, text) => {
  expect(formatHours(hours)).toBe(text);
});

it("the organizer's own seconds go before the estimate", () => {
  const time = { seconds: 23.4, source: 'length', n: 9, mean_characters: 300 } as const;
  expect(secondsOf(null, time)).toBe(23);
  expect(secondsOf(40, time)).toBe(40);
});
