import { expect, test } from 'vitest';
import { sayFewest } from '@/features/comparison/verdict/sayFewest';

const FOUND = { problem: '', leader: 'bm25', at_least: 4, at_most: 4, n_labels: 1020 };

test.each([
  [FOUND, 'Changing 4 of 1,020 labels under strict would turn the order of the means.'],
  [
    { ...FOUND, at_most: 5 },
    'Changing 4 or 5 of 1,020 labels under strict would turn the order of the means.',
  ],
  [
    { ...FOUND, at_most: 7 },
    'Changing 4 to 7 of 1,020 labels under strict would turn the order of the means.',
  ],
  [
    { ...FOUND, at_least: null, at_most: null },
    'No change of the 1,020 labels under strict would turn the order of the means.',
  ],
  [
    { ...FOUND, at_most: null },
    'More than 3 of 1,020 labels under strict would have to change to turn the order of the means.',
  ],
  [{ ...FOUND, leader: null }, ''],
  [{ ...FOUND, problem: 'not served' }, ''],
])('%o', (found, said) => {
  expect(sayFewest('strict', found)).toBe(said);
});
