import { expect, it } from 'vitest';
import { sayPairSum } from '@/features/campaign/kit/pairSum';

it.each([
  [
    { regular: 17, pilot: 5, forAll: 2, gold: 6 },
    '30 pairs = 17 regular + 5 pilot + 2 for everyone + 6 gold',
  ],
  [{ regular: 0, gold: 1, qualification: 4 }, '5 pairs = 1 gold + 4 qualification'],
  [{ regular: 1, gold: 0 }, '1 pair'],
  [{ regular: 0 }, '0 pairs'],
])('the sum of pairs by kind', (kinds, text) => {
  expect(sayPairSum(kinds)).toBe(text);
});
