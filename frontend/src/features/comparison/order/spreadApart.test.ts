import { expect, it } from 'vitest';
import { spreadApart } from '@/features/comparison/order/spreadApart';

it('names that would overlap are moved apart, in their order', () => {
  const [low, high, far] = spreadApart([100, 102, 10], 15);
  expect((high ?? 0) - (low ?? 0)).toBeGreaterThanOrEqual(15);
  expect(far).toBeLessThan(low ?? 0);
});

it('names with room enough stay where they are', () => {
  expect(spreadApart([10, 50, 90], 15)).toEqual([10, 50, 90]);
});

it('names stay between the ends of the drawing where there is room', () => {
  const spread = spreadApart([100, 100, 100, 100], 15, [20, 100]);
  expect(Math.max(...spread)).toBeLessThanOrEqual(100);
  expect(spreadApart([20, 20, 20], 15, [20, 100])[0]).toBeGreaterThanOrEqual(20);
});
