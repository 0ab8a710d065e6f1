import { expect, it } from 'vitest';
import {
  curvePath,
  depthTicks,
  HEIGHT,
  pointAt,
  WIDTH,
} from '@/features/campaign/setup/pool/SizeCurve';

it('the curve ends at the top right', () => {
  expect(pointAt(4, [1, 2, 3, 4])).toEqual({ x: WIDTH, y: 0 });
  expect(pointAt(2, [1, 2, 3, 4])).toEqual({ x: WIDTH / 2, y: HEIGHT / 2 });
});

it('a pool without pairs is a flat line', () => {
  expect(pointAt(1, [0, 0]).y).toBe(HEIGHT);
});

it('of very deep runs not every depth is drawn, but the last one is', () => {
  const path = curvePath(Array.from({ length: 999 }, (_, i) => i));
  expect(path.split('L').length).toBeLessThan(220);
  expect(path.endsWith(`L${WIDTH}.0,0.0`)).toBe(true);
});

it.each([
  [10, 50, [0, 10, 50]],
  [2, 50, [2, 50]],
  [49, 50, [0, 49]],
  [50, 50, [0, 50]],
  [1, 1, [0, 1]],
])('of depth %i of %i the numbers keep apart', (depth, deepest, at) => {
  expect(depthTicks(depth, deepest).map((tick) => tick.at)).toEqual(at);
});
