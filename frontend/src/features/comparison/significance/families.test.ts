import { expect, it } from 'vitest';
import type { ComparedSystems, Comparison, SystemFamily } from '@/api/compared';
import { defaultSelection } from '@/features/comparison/choice/defaults';
import { readFamilyChoice, systemsQuery } from '@/features/comparison/significance/familyChoice';
import { describePair } from '@/features/comparison/significance/familyTables';
import { pairOf, rankRuns } from '@/features/comparison/significance/families';

const pair = (run: string, difference: number, interval: readonly number[] | null) => ({
  ...{ baseline: 'a', run, difference, interval },
});

const family = (isLowerBetter: boolean): SystemFamily =>
  ({
    labels: 'old',
    measure: 'RR@10',
    lower_is_better: isLowerBetter,
    means: [0.2, 0.5, 0.3],
    letters: ['b', 'a', 'ab'],
    pairs: [
      { ...pair('b', 0.3, [0.1, 0.5]), p_value: 0.02, p_adjusted: null, stars: '*' },
      { ...pair('c', 0.1, null), p_value: 0.3, p_adjusted: 0.6, stars: '' },
    ],
  }) as unknown as SystemFamily;

const systems = (one: SystemFamily): ComparedSystems =>
  ({ runs: ['a', 'b', 'c'], families: [one] }) as unknown as ComparedSystems;

it.each([
  [false, ['b', 'c', 'a'], ['a', 'ab', 'b']],
  [true, ['a', 'c', 'b'], ['b', 'ab', 'a']],
])('runs stand by their mean, the best first; lower is better: %s', (isLower, runs, letters) => {
  const one = family(isLower);
  const ranked = rankRuns(systems(one), one);
  expect(ranked.map(({ run }) => run)).toEqual(runs);
  expect(ranked.map(({ shown }) => shown[0]?.letters)).toEqual(letters);
});

it('a pair reads from both sides', () => {
  const one = family(false);
  expect(pairOf(one, 'b', 'a')).toMatchObject({
    difference: 0.3,
    interval: [0.1, 0.5],
    stars: '*',
  });
  expect(pairOf(one, 'a', 'b')).toMatchObject({
    ...{ run: 'a', baseline: 'b', difference: -0.3, interval: [-0.5, -0.1] },
  });
  expect(pairOf(one, 'a', 'c')).toMatchObject({ difference: -0.1, interval: null });
  expect(pairOf(one, 'b', 'c')).toBeNull();
});

it('a pair is described by the corrected p where there is one', () => {
  const [first, second] = family(false).pairs.map((pair) => describePair(pair, false));
  expect(first).toBe('+.300* [+.100, +.500], p = .020');
  expect(second).toBe('+.100, p = .600');
});

const comparison = {
  baseline: 'a',
  baseline_labels: null,
  runs: ['b', 'c'],
  blocks: [{ labels: 'old' }, { labels: 'new' }],
} as unknown as Comparison;

const asked = (address: string): Record<string, string> =>
  systemsQuery(
    comparison,
    defaultSelection([], []),
    readFamilyChoice(new URLSearchParams(address), comparison),
    'AP',
  );

it('the usual question is of all pairs, by randomization', () => {
  expect(asked('')).toEqual({
    runs: 'a,b,c',
    labels: 'old,new',
    measures: 'AP',
    method: 'randomized-tukey',
    permutations: '10000',
    seed: '0',
  });
});

it('a method is asked for with what it needs and no more', () => {
  expect(asked('method=mixed&against=c&adjust=bh&draws=9')).toMatchObject({
    baseline: 'c',
    correction: 'bh',
  });
  expect(asked('method=mixed')).not.toHaveProperty('permutations');
  expect(asked('method=anova')).not.toHaveProperty('baseline');
});

it.each(['draws=-3', 'draws=', 'draws=x', 'method=coin', 'adjust=none', 'against=nobody'])(
  'what the address cannot mean leaves the usual: %s',
  (address) => {
    expect(asked(address)).toEqual(asked(''));
  },
);
