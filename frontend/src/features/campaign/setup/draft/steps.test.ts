import { expect, it } from 'vitest';
import { EMPTY } from '@/features/campaign/setup/draft/draft';
import { missing, stepOf } from '@/features/campaign/setup/draft/steps';
import type { Plan } from '@/features/campaign/api/setup';

const GRADES = [0, 1].map((value) => ({
  value,
  name: `g${value}`,
  description: '',
  colour: '',
  requires_span: false,
}));
const CHOSEN = { ...EMPTY, collection: 'trees', topicSet: 'needs', runs: ['bm25'] };
const SCALED = { ...CHOSEN, grades: GRADES };
const GOOD = { trouble: null, isBehind: false, plan: undefined };
const BAD_POOL = { ...GOOD, trouble: 'The strata overlap.' };

it('a step says what it still needs', () => {
  expect(missing(EMPTY, GOOD, 'runs')).toBe('Choose or upload a collection.');
  expect(missing({ ...EMPTY, collection: 'trees' }, GOOD, 'runs')).toBe(
    'Choose or upload a topic set.',
  );
  expect(missing({ ...CHOSEN, runs: [] }, GOOD, 'runs')).toBe('Choose at least one run.');
  expect(missing(CHOSEN, GOOD, 'runs')).toBeNull();
  expect(missing(CHOSEN, GOOD, 'pool')).toBeNull();
  expect(missing(CHOSEN, BAD_POOL, 'pool')).toBe('The pool cannot be counted. The strata overlap.');
  expect(missing(CHOSEN, GOOD, 'scale')).toBe('Choose a scale.');
});

it('without runs, pairs are chosen step by step from the whole collection', () => {
  const draft = { ...CHOSEN, runs: [], way: 'active' as const };
  const checked = { ...GOOD, activeTrouble: 'MTF needs runs.' };
  expect(missing(draft, GOOD, 'runs')).toBeNull();
  expect(missing(draft, checked, 'pool')).toBe('MTF needs runs.');
});

it('pairs that do not fit keep the scale step open', () => {
  const faults = [{ number: 1, code: 'outside_pool', reason: 'passage d9 is not in the pool' }];
  const draft = {
    ...SCALED,
    known: [
      {
        ...{ query_id: 'q1', passage_id: 'd9', kind: 'gold' as const },
        ...{ grade: 1, explanation: '', query: '', text: '' },
      },
    ],
  };
  const found = missing(draft, { ...GOOD, plan: { faults } as unknown as Plan }, 'scale');
  expect(found).toBe('1 gold or qualification pair does not fit.');
});

it('an address leads to its step, or to the first before it that is not done', () => {
  expect(stepOf(null, EMPTY, GOOD)).toBe('runs');
  expect(stepOf('nonsense', SCALED, GOOD)).toBe('runs');
  expect(stepOf('review', CHOSEN, GOOD)).toBe('scale');
  expect(stepOf('review', SCALED, GOOD)).toBe('review');
  expect(stepOf('review', SCALED, BAD_POOL)).toBe('pool');
  expect(stepOf('pool', EMPTY, GOOD)).toBe('runs');
});
