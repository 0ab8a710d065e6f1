import { describe, expect, it } from 'vitest';
import { CodePoints } from '@/shared/judging/codePoints';

const TEXT = 'a🌲b👩‍🔬é 🇩🇪.';

/** Each border between two code points, in both counts, computed the slow way. */
const borders = Array.from({ length: Array.from(TEXT).length + 1 }, (_, point) => ({
  point,
  unit: Array.from(TEXT).slice(0, point).join('').length,
}));

describe('CodePoints', () => {
  const points = new CodePoints(TEXT);

  it.each(borders)('finds unit $unit for code point $point', ({ point, unit }) => {
    expect(points.toUnit(point)).toBe(unit);
  });

  it.each(borders)('finds code point $point for unit $unit', ({ point, unit }) => {
    expect(points.toPoint(unit)).toBe(point);
  });

  it('counts plain text alike', () => {
    const plain = new CodePoints('plain');
    expect([plain.toPoint(3), plain.toUnit(3)]).toEqual([3, 3]);
  });
});
