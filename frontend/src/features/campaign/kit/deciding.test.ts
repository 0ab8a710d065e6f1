import { expect, it } from 'vitest';
import type { PairChoices } from '@/api/types';
import {
  countUndecided,
  undecidedPairs,
  whyNothingIsDecided,
} from '@/features/campaign/kit/deciding';

const CHOICES: PairChoices = {
  only: [{ only: 'tied', n: 7, n_undecided: 4 }],
  kinds: [],
  strata: [],
  assessors: [],
  grades: [],
  label_sets: [],
};

it.each(['open', 'paused', 'closed'] as const)('a campaign that is %s has decisions', (state) => {
  expect(whyNothingIsDecided(state)).toBe('');
});

it.each(['draft', 'pilot', 'archived'] as const)('one that is %s says why not', (state) => {
  expect(whyNothingIsDecided(state)).toMatch(/^The campaign .*\.$/);
});

it('pairs that were decided on are not counted', () => {
  expect(countUndecided(CHOICES, 'tied')).toBe(4);
  expect(countUndecided(CHOICES, 'waiting')).toBe(0);
  expect(undecidedPairs(3, 'tied')).toBe('/campaigns/3/pairs?only=tied&only=undecided');
});
