import { expect, it } from 'vitest';
import type { Comparison } from '@/api/compared';
import { likelyVerdict } from '@/features/comparison/verdict/likely';

const block = (labels: string, stars: string, share: number) => ({
  labels,
  is_simulated: labels === 'liberal',
  rows: [{ measure: 'RR@10', lower_is_better: false, cells: [{ run: 'bert', stars }] }],
  unjudged: [{ cutoff: 10, shares: [{ run: 'bert', share }] }],
});

const comparison = (...blocks: readonly ReturnType<typeof block>[]) =>
  ({
    ...{ baseline: 'bm25', runs: ['bert'], n_tests: 6, correction: 'none', topics: { n: 42 } },
    blocks,
  }) as unknown as Comparison;

const sentenceOf = (...blocks: readonly ReturnType<typeof block>[]): string =>
  likelyVerdict(comparison(...blocks), { run: 'bert', measure: 'RR@10' }).sentence;

it('is worded as the verdict, which groups label sets of which the same is said', () => {
  const blocks = [block('old', '**', 0), block('liberal', '', 0.9), block('MS labels', '*', 0)];
  expect(sentenceOf(...blocks)).toBe(
    'bert leads bm25 in RR@10 under old labels, +.000 [−.000, .000], under MS labels, +.000 [−.000,' +
      ' .000]; 42 topics cannot show a difference under liberal labels of simulated people, +.000' +
      ' [−.000, .000]; up to 00% of a run’s first 10 passages unjudged; not corrected for 6 tests.',
  );
});

it('says nothing of tests where none shows a difference', () => {
  expect(sentenceOf(block('old', '', 0))).toBe(
    '42 topics cannot show a difference between bert and bm25 in RR@10 under old labels, +.000' +
      ' [−.000, .000]; all of the first 10 passages judged.',
  );
});
