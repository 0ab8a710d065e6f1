import { expect, it } from 'vitest';
import {
  askedOf,
  canDraw,
  FIRST_DESIGN,
  halfWidthsAt,
  numberOf,
  sayQuestion,
} from '@/features/campaign/setup/draft/design';
import type { DesignDraft } from '@/features/campaign/setup/draft/design';

const ofRuns = (runs: readonly string[], design: Partial<DesignDraft> = {}) => ({
  ...{ runs, design: { ...FIRST_DESIGN, ...design } },
});

it.each([
  [['a', 'b', 'c'], {}, 'pair', ['a', 'b']],
  [['a', 'b', 'c'], { first: 'c', second: 'gone' }, 'pair', ['c', 'a']],
  [['a', 'b'], { first: 'b', second: 'b' }, 'pair', ['b', 'a']],
  [['a', 'b'], { kind: 'against', first: 'b' }, 'against', ['b']],
  [['a', 'b'], { kind: 'all' }, 'all', []],
  [['a'], {}, 'means', []],
] as const)('of the runs %j a question %j asks %s of %j', (runs, design, kind, about) => {
  expect(askedOf(ofRuns(runs, design)).question).toEqual({ kind, runs: about });
});

it('only nDCG and AP have ideal rankings', () => {
  const design = { ideal: 'old' };
  expect(askedOf(ofRuns(['a', 'b'], { ...design, measure: 'AP' })).ideal_of).toBe('old');
  expect(askedOf(ofRuns(['a', 'b'], design)).ideal_of).toBe('old');
  expect(askedOf(ofRuns(['a', 'b'], { ...design, measure: 'P@10' })).ideal_of).toBe('');
});

it('the question is said in words', () => {
  expect(sayQuestion(ofRuns(['a', 'b']))).toBe('how far apart a and b are, by nDCG@10');
  expect(sayQuestion(ofRuns(['a']))).toBe('how high each run is, by nDCG@10');
});

const found = {
  n: [4, 10, 20],
  n_drawable: 20,
  half_these: [0.4, 0.1, 0],
  half_like: [0.6, 0.3, 0.2],
};

it.each([
  [null, 6],
  [1, 4],
  [15, 15],
  [99, 20],
])('asked for %s pairs, %i are drawn', (n, drawn) => {
  expect(numberOf({ n }, found)).toBe(drawn);
});

it('one pair is no sample', () => {
  expect(canDraw({ n: [1], n_drawable: 1 })).toBe(false);
});

it('half-widths lie on straight lines between the numbers planned for', () => {
  expect(halfWidthsAt(found, 4)).toEqual({ these: 0.4, like: 0.6 });
  expect(halfWidthsAt(found, 15)?.these).toBeCloseTo(0.05);
  expect(halfWidthsAt(found, 15)?.like).toBeCloseTo(0.25);
  expect(halfWidthsAt({ n: [2], half_these: [], half_like: [] }, 2)).toBeNull();
});
