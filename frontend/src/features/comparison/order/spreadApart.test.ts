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
