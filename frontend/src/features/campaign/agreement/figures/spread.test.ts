import { expect, it } from 'vitest';
import { spreadOf } from '@/features/campaign/agreement/figures/spread';

it('the quartiles lie between two grades where they fall so', () => {
  // 0 0 1 3
  expect(spreadOf([0, 1, 2, 3], [2, 1, 0, 1])).toEqual({
    least: 0,
    lower: 0,
    median: 0.5,
    upper: 1.5,
    most: 3,
    mean: 1,
  });
});

it('answers that have no grade are left out, and without grades there is no spread', () => {
  expect(spreadOf([2, null], [1, 9])).toMatchObject({ least: 2, most: 2, mean: 2 });
  expect(spreadOf([2, null], [0, 9])).toBeNull();
});
