import { expect, it } from 'vitest';
import { endsOf } from '@/features/campaign/whatif/figures/drawLeads';

const lead = (difference: number | null, low: number | null, high: number | null) => ({
  ...{ threshold: 1, n_topics: 3, difference, low, high },
});
const ends = (...leads: ReturnType<typeof lead>[]) =>
  endsOf({ leads, current: 1, isLowerBetter: false });

it('the axis holds all intervals and 0', () => {
  expect(ends(lead(0.2, 0.1, 0.4), lead(null, null, null))).toEqual([0, 0.4]);
  expect(ends(lead(-0.2, null, null))).toEqual([-0.2, 0]);
});

it('leads that are all 0, but for rounding, leave an axis around them', () => {
  const [low, high] = ends(lead(0, 0, 0), lead(1e-17, -1e-17, 1e-17));
  expect(low).toBeCloseTo(-0.01, 12);
  expect(high).toBeCloseTo(0.01, 12);
});
