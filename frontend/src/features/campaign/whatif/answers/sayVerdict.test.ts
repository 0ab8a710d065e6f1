import { expect, it } from 'vitest';
import type { Look, Turned } from '@/api/types';
import {
  sayKept,
  sayLead,
  sayNoTurnOf,
  sayReference,
  sayStays,
  sayTest,
  sayTurned,
  sayVerdictTurned,
} from '@/features/campaign/whatif/answers/sayVerdict';

const FOCUS = { first: 'bert', second: 'bm25' };
const LEAD = {
  ...{ difference: 0.057, interval: [0.012, 0.102] as const, p: 0.013, pCorrected: 0.013 },
  ...{ referenceDifference: -0.012, referenceP: 0.4 },
};
const FACTS = {
  ...{ measure: 'P@10', lower_is_better: false, n_topics: 42, alpha: 0.05, n_tests: 1 },
  runs: [{}, {}],
} as unknown as Look;
const withTests = (n: number, nPairs = n): Look =>
  ({ ...FACTS, n_tests: n, pairs: Array.from({ length: nPairs }, () => ({})) }) as unknown as Look;

it('the run ahead is named first, with its lead', () => {
  const numbers = 'by +.057 [+.012, +.102] in P@10 over 42 topics.';
  expect(sayLead(FOCUS, LEAD, FACTS)).toBe(`bert leads bm25 ${numbers}`);
  const behind = { ...LEAD, difference: -0.057, interval: [-0.102, -0.012] as const };
  expect(sayLead(FOCUS, behind, FACTS)).toBe(`bm25 leads bert ${numbers}`);
  const equal = { ...LEAD, difference: 0 };
  expect(sayLead(FOCUS, equal, FACTS)).toBe('bert and bm25 are equal in P@10 over 42 topics.');
  const leftOut = { ...FACTS, measure: 'P(judged_only=True)@10' };
  expect(sayLead(FOCUS, LEAD, leftOut)).toMatch(/in P@10, unjudged left out, over 42 topics\.$/);
});

it('where lower is better, the lower run leads', () => {
  const ranks = { ...FACTS, lower_is_better: true };
  expect(sayLead(FOCUS, LEAD, ranks)).toMatch(/^bm25 leads bert by −0\.06 /);
});

const OVER = 'corrected after Holm over 10 pairs of runs';

it.each([
  [LEAD, 1, 'is significant (p = .013).'],
  [{ ...LEAD, pCorrected: 0.04 }, 10, `is significant (p = .013), also ${OVER} (p = .040).`],
  [{ ...LEAD, pCorrected: 0.13 }, 10, `is significant (p = .013), but not ${OVER} (p = .130).`],
  [
    { ...LEAD, p: 0.2, pCorrected: 1 },
    10,
    `is not significant (p = .200), nor ${OVER} (p > .999).`,
  ],
])('a pair’s own test comes first, then the corrected one: %o, %i', (lead, nTests, said) => {
  expect(sayTest(lead, withTests(nTests))).toBe(`The difference ${said}`);
});

it('tests that equal runs leave out are not counted', () => {
  expect(sayTest(LEAD, withTests(8, 10))).toContain('over 8 different tests of 10 pairs of runs');
});

it('one topic allows no test', () => {
  expect(sayTest({ ...LEAD, p: null }, FACTS)).toBe('One topic allows no test.');
});

it('draws are counted as they come', () => {
  expect(sayStays(91, 100, 200)).toContain('91 of 100 draws so far');
  expect(sayStays(182, 200, 200)).toContain('182 of 200 draws of assessors');
});

const TURNED = { at_least: 3, at_most: 3, is_exact: true, n_labels: 840, after: 0, changes: [] };
const turned = (part: Partial<Turned['means']>): Turned =>
  ({ ...FOCUS, leader: 'first', means: { ...TURNED, ...part } }) as unknown as Turned;

it('how few labels turn the means is said', () => {
  const said = 'Changing 3 of 840 labels would turn the order of the means (exact).';
  expect([sayTurned(turned({})), sayNoTurnOf(turned({}))]).toEqual([said, '']);
});

it('equal runs have no order to turn', () => {
  const equal = { ...turned({ at_least: 0, at_most: 0 }), leader: null };
  expect(sayTurned(equal)).toBe('bert and bm25 are equal: there is no order to turn.');
});

const VERDICT = { alpha: 0.05, was_significant: true, p: 0.01, p_after: 0.06, changes: [] };

it('how many labels change what the test finds is an upper bound, either way', () => {
  expect(sayVerdictTurned({ ...VERDICT, at_most: 2 })).toBe(
    'Changing 2 labels, at most, would make it not significant.',
  );
  const none = { ...VERDICT, was_significant: false, p: 0.3 };
  expect(sayVerdictTurned({ ...none, at_most: 1 })).toBe(
    'Changing 1 label, at most, would make it significant.',
  );
  expect(sayVerdictTurned({ ...none, at_most: null })).toBe(
    'The search found no labels that would make it significant.',
  );
  expect(sayVerdictTurned(null)).toBe('');
});

const AGAINST = {
  ...{ label_set: 'old', n_topics: 40, tau: 0.8667, n_swapped: 1 },
  ...{ n_kept: 3, n_appeared: 1, n_vanished: 0, n_reversed: 0 },
};

it('under the reference, the same two runs are compared', () => {
  const look = { ...FACTS, against: AGAINST };
  expect(sayReference(FOCUS, LEAD, look)).toBe(
    'Under old, bm25 leads bert by +.012 (p = .400) over 40 topics.',
  );
  expect(sayReference(FOCUS, LEAD, { ...look, against: null })).toBe('');
});

it('what the order keeps of the reference’s is said in counts', () => {
  expect(sayKept({ ...FACTS, against: AGAINST })).toBe(
    'Over 2 runs Kendall’s tau is .867; 1 pair of runs changes order. Significant differences: 3 kept, 1 new, 0 gone, 0 reversed.',
  );
});
