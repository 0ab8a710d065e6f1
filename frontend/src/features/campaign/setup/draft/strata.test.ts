import { expect, it } from 'vitest';
import { countTopics, nextStratum, proposeStrata } from '@/features/campaign/setup/draft/strata';

const found = (counts: Readonly<Record<number, number>>) => ({
  ranks: Object.keys(counts).map(Number),
  n_topics: Object.values(counts),
  n_without: 2,
});

it.each([
  [{ 1: 2, 2: 1, 3: 3, 7: 2, 40: 4 }],
  [{ 1: 97 }],
  [{ 1: 1 }],
  [{ 2: 5, 4: 1 }],
  [{ 900: 3, 901: 3, 999: 1 }],
  [{ 1: 400, 30: 3, 1000: 1 }],
  [{ 1: 3, 2: 3 }],
])('a proposal fits the topics that there are: %j', (counts) => {
  const ranks = found(counts);
  const strata = proposeStrata(ranks);
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  expect(strata.length).toBeGreaterThan(0);
  expect(new Set(strata.map(({ name }) => name)).size).toBe(strata.length);
  strata.forEach(({ first, last, n }, i) => {
    const available = countTopics(ranks, first, last);
    expect(first).toBe((strata[i - 1]?.last ?? 0) + 1);
    expect(last).toBeGreaterThanOrEqual(first);
    expect(n).toBeGreaterThan(0);
    expect(n).toBeLessThanOrEqual(available);
  });
  expect(strata.reduce((sum, { first, last }) => sum + countTopics(ranks, first, last), 0)).toBe(
    total,
  );
});

it('thirds of the topics are parted at round ranks', () => {
  const strata = proposeStrata(found({ 1: 10, 4: 5, 9: 5, 30: 10 }));
  expect(strata).toEqual([
    { name: 'top', first: 1, last: 1, n: 10 },
    { name: 'middle', first: 2, last: 10, n: 10 },
    { name: 'deep', first: 11, last: 30, n: 10 },
  ]);
});

it('no relevant passage anywhere gives no strata', () => {
  expect(proposeStrata(found({}))).toEqual([]);
});

it('a further stratum begins behind the others, under a name of its own', () => {
  const ranks = found({ 1: 3, 5: 2, 8: 1 });
  expect(nextStratum([{ name: 'stratum 2', first: 1, last: 4, n: 1 }], ranks)).toEqual({
    name: 'stratum 3',
    first: 5,
    last: 8,
    n: 3,
  });
});
