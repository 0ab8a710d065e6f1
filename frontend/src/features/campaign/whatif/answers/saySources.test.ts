import { expect, it } from 'vitest';
import type { SimulatedErrors, Sources } from '@/api/types';
import { sayErrors } from '@/features/campaign/whatif/answers/sayErrors';
import { saySources } from '@/features/campaign/whatif/answers/saySources';

const row = (nTopics: number, nPeople: number, halfWidth: number) => ({
  ...{ n_topics: nTopics, n_people: nPeople, half_width: halfWidth },
});
const sources = (needed: number | null): Sources =>
  ({
    ...{ n_topics: 42, n_people: 3, half_width: 0.05 },
    plan: [row(84, 3, 0.035), row(42, 6, 0.046)],
    needed: [{ n_people: 3, n_topics: needed }],
  }) as unknown as Sources;

it('what narrows the interval more is what to buy', () => {
  expect(saySources(sources(72))).toBe(
    'More topics would help most: over single votes the interval is ±.050; ±.035 with twice the topics, ±.046 with twice the votes. With 3 votes a pair, 72 topics would leave 0 out of the interval at this lead in about half of such studies; there are 42.',
  );
});

it('topics that are enough, and leads that no topics show, are said to be', () => {
  expect(saySources(sources(30))).toContain(
    '30 topics would leave 0 out of the interval at this lead in about half of such studies.',
  );
  expect(saySources(sources(null))).toContain('no number of topics would leave 0 out');
});

it('simulated errors are counted', () => {
  const errors = {
    n_draws: 200,
    n_turned: 12,
    n_tied: 0,
    n_wrong: 3,
    n_right: 90,
  } as SimulatedErrors;
  expect(sayErrors(errors)).toBe(
    'In 12 of 200 simulations with these assessors’ error rates the order of the means changed. A test called the wrong order significant in 3, the right one in 90.',
  );
  expect(sayErrors({ ...errors, n_tied: 2 })).toContain('changed, and in 2 the runs were equal.');
});
