import { expect, test } from 'vitest';
import { sayFewest, sayNoTurn, sayTurns } from '@/shared/evaluation/fewest';

const FOUND = { at_least: 4, at_most: 4, n_labels: 1020 };

test.each([
  [{}, 'Changing 4 of 1,020 labels under strict would turn the order of the means (exact).'],
  [
    { at_most: 7 },
    'Changing 7 of 1,020 labels under strict would turn the order of the means; at least 4 must change.',
  ],
  [
    { at_most: null },
    'At least 4 of 1,020 labels under strict must change to turn the order; no changes that do were found.',
  ],
  [
    { at_least: null, at_most: null },
    'No change of 1,020 labels under strict would turn the order.',
  ],
])('how many labels turn the order is said with its bounds: %o', (part, said) => {
  expect(sayFewest({ ...FOUND, ...part }, ' under strict')).toBe(said);
});

test('what stands beside a number is what the sentence says of it', () => {
  expect([sayNoTurn(FOUND), sayFewest(FOUND)]).toEqual(['', `Changing 4 ${sayTurns(FOUND)}`]);
});
