import { expect, it } from 'vitest';
import type { Look } from '@/api/types';
import { focusOf, leadOf } from '@/features/campaign/whatif/state/focus';

const LOOK = {
  runs: [
    { run: 'bm25', place: 2 },
    { run: 'bert', place: 1 },
    { run: 'rm3', place: 3 },
  ],
  pairs: [
    {
      ...{ first: 'bm25', second: 'bert', difference: 0.2, low: 0.1, high: 0.3, p: 0.01 },
      ...{ reference_difference: -0.1, reference_p: 0.4 },
    },
  ],
} as unknown as Look;
const RUNS = ['bm25', 'bert', 'rm3'];

it('the two best runs are in focus until others are chosen', () => {
  const none = { first: null, second: null, runs: RUNS };
  expect(focusOf(none, LOOK)).toEqual({ first: 'bert', second: 'bm25' });
  expect(focusOf({ ...none, first: 'rm3' }, LOOK)).toEqual({ first: 'rm3', second: 'bert' });
  expect(focusOf({ ...none, second: 'bert' }, LOOK)).toEqual({ first: 'bm25', second: 'bert' });
  expect(focusOf(none, undefined)).toBeNull();
});

it('a lead is of the first run over the second, whichever way the API has the pair', () => {
  expect(leadOf(LOOK, { first: 'bert', second: 'bm25' })).toEqual({
    ...{ difference: 0.2, interval: [0.1, 0.3], p: 0.01 },
    ...{ referenceDifference: -0.1, referenceP: 0.4 },
  });
  expect(leadOf(LOOK, { first: 'bm25', second: 'bert' })).toMatchObject({
    ...{ difference: -0.2, interval: [-0.3, -0.1], referenceDifference: 0.1 },
  });
  expect(leadOf(LOOK, { first: 'bert', second: 'rm3' })).toBeNull();
});
