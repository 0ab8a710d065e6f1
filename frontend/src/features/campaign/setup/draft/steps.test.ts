import { expect, it } from 'vitest';
import { EMPTY } from '@/features/campaign/setup/draft/draft';
import { missing, stepOf } from '@/features/campaign/setup/draft/steps';

const GRADES = [0, 1].map((value) => ({
  value,
  name: `g${value}`,
  description: '',
  colour: '',
  requires_span: false,
}));
const CHOSEN = { ...EMPTY, collection: 'trees', topicSet: 'needs', runs: ['bm25'] };
const SCALED = { ...CHOSEN, grades: GRADES };

it('a step says what it still needs', () => {
  expect(missing(EMPTY, 'runs')).toBe('Choose or upload a collection.');
  expect(missing({ ...EMPTY, collection: 'trees' }, 'runs')).toBe('Choose or upload a topic set.');
  expect(missing({ ...CHOSEN, runs: [] }, 'runs')).toBe('Choose at least one run.');
  expect(missing(CHOSEN, 'runs')).toBeNull();
  expect(missing(CHOSEN, 'scale')).toBe('Choose a scale.');
  expect(missing({ ...SCALED, gold: 'q1 d1 7' }, 'scale')).toMatch(
    /^Gold pairs, line 1: the grade 7/,
  );
});

it('an address leads to its step, or to the first before it that is not done', () => {
  expect(stepOf(null, EMPTY)).toBe('runs');
  expect(stepOf('nonsense', SCALED)).toBe('runs');
  expect(stepOf('review', CHOSEN)).toBe('scale');
  expect(stepOf('review', SCALED)).toBe('review');
  expect(stepOf('pool', EMPTY)).toBe('runs');
});
