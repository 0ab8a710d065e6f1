import { describe, expect, it } from 'vitest';
import { directionOf } from '@/shared/evaluation/direction';

describe('directionOf', () => {
  it.each([
    [0.1, false, 'better'],
    [-0.1, false, 'worse'],
    [0.1, true, 'worse'],
    [-0.1, true, 'better'],
    [0, true, 'equal'],
    [0, false, 'equal'],
  ])('calls %s (lower is better: %s) %s', (difference, isLowerBetter, direction) => {
    expect(directionOf(difference, isLowerBetter)).toBe(direction);
  });
});
