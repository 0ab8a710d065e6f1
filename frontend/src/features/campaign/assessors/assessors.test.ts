import { expect, it } from 'vitest';
import type { Assessor, AssessorLine, CrowdFit } from '@/api/types';
import { gradeBars, hourBars } from '@/features/campaign/assessors/bars';
import { describeFit } from '@/features/campaign/assessors/describeFit';
import { sorted } from '@/features/campaign/assessors/AssessorsPage';
import { formatBeside, formatShift } from '@/features/campaign/assessors/texts';

const NONE = { n_pairs: 0, percent_agreement: null };
const line = (assessor: string, share: number | null): AssessorLine => ({
  assessor,
  kind: 'human',
  n_votes: 4,
  n_by_grade: [2, 2],
  n_timed: 0,
  n_too_fast: 0,
  longest_run: null,
  flags: [],
  others: {
    n_pairs: 4,
    percent_agreement: share,
    mean_difference: null,
    cohen_kappa: null,
    cohen_kappa_quadratic: null,
  },
  own: NONE,
  gold: NONE,
  decisions: NONE,
});
const FIT: CrowdFit = {
  model: 'mace',
  scale: [0, 1],
  n_pairs: 3,
  n_votes: 6,
  shares: [0.5, 0.5],
  assessors: [
    { assessor: 'a', n_votes: 3, accuracy: 0.2 },
    { assessor: 'b', n_votes: 3, accuracy: 0.9 },
  ],
  confusion: null,
  log_likelihood: [-3, -2],
  has_converged: false,
  seed: 20,
  n_restarts: 10,
};

it('who agrees least comes first, and who was not compared last', () => {
  const rows = [line('c', null), line('b', 0.5), line('a', 0.5), line('d', 0.1)];
  expect(sorted(rows, 'others').map(({ assessor }) => assessor)).toEqual(['d', 'a', 'b', 'c']);
});

it('figures say what they rest on', () => {
  expect(formatBeside({ n_pairs: 12, percent_agreement: 0.75 })).toBe('75% of 12');
  expect(formatBeside(NONE)).toBe('–');
  expect([0.204, -0.5, 0.001, null].map(formatShift)).toEqual(['+0.20', '−0.50', '±0.00', '–']);
});

it('grades stand beside those that others gave on the same pairs', () => {
  const one = {
    scale: [0, 1],
    n_by_grade: [1, 3],
    with_others: [
      [1, 0],
      [2, 1],
    ],
  } as const;
  expect(gradeBars(one as unknown as Assessor).map(({ values }) => values)).toEqual([
    [0.25, 0.75],
    [0.75, 0.25],
  ]);
});

it('hours run from the first to the last with a judgment', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => (hour === 8 || hour === 10 ? 2 : 0));
  expect(hourBars(hours).map(({ name, values }) => [name, values[0]])).toEqual([
    ['08:00', 2],
    ['09:00', 0],
    ['10:00', 2],
  ]);
});

it('somebody without a judgment has no hours', () => {
  expect(hourBars(Array.from({ length: 24 }, () => 0))).toEqual([]);
});

it('a model that has not converged says so', () => {
  const [ofThem, how] = describeFit(FIT, 'b');
  expect(ofThem).toContain('for 90% of their votes: place 1 of 2');
  expect(how).toContain('did not converge after 2 iterations');
  expect(how).toContain('The best of 10 starts, drawn with seed 20.');
});
