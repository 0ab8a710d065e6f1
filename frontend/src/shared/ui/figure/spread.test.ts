import { expect, it } from 'vitest';
import { spreadOf } from '@/shared/ui/figure/spread';

it('the five numbers of values in any order', () => {
  // In order .1 .2 .4 .8 1: the quartiles are the second and the fourth.
  expect(spreadOf([0.8, 0.1, 1, 0.2, 0.4])).toEqual({
    least: 0.1,
    lower: 0.2,
    median: 0.4,
    upper: 0.8,
    most: 1,
    mean: 0.5,
  });
  expect(spreadOf([3])).toMatchObject({ least: 3, lower: 3, most: 3, mean: 3 });
  expect(spreadOf([])).toBeNull();
});
