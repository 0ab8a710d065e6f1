import { describe, expect, it } from 'vitest';
import {
  counted,
  formatDifference,
  formatInterval,
  formatP,
  formatPlace,
  formatScore,
  formatShare,
} from '@/shared/format/numbers';

describe('formatScore', () => {
  it.each([
    [0.4123, false, '.412'],
    [1, false, '1.000'],
    [0, false, '.000'],
    [-0.05, false, '−.050'],
    [-0.0001, false, '.000'],
    [4.6, true, '4.60'],
    [0.5, true, '0.50'],
    [null, false, '–'],
  ])('prints %s (rank: %s) as %s', (value, isRank, text) => {
    expect(formatScore(value, isRank)).toBe(text);
  });
});

describe('formatDifference', () => {
  it.each([
    [0.243, false, '+.243'],
    [-0.027, false, '−.027'],
    [0, false, '±.000'],
    [-0.0004, false, '±.000'],
    [-1.7, true, '−1.70'],
    [0.1, true, '+0.10'],
  ])('prints %s (rank: %s) as %s', (value, isRank, text) => {
    expect(formatDifference(value, isRank)).toBe(text);
  });
});

describe('formatP', () => {
  it.each([
    [0.034, 'p = .034'],
    [0.00042, 'p = .0004'],
    [0.04961, 'p = .0496'],
    [0.0502, 'p = .050'],
    [0.00004, 'p < .0001'],
    [0.9999, 'p > .999'],
    [0.9994, 'p = .999'],
    [1, 'p > .999'],
    [null, 'p not defined'],
  ])('prints %s as %s', (p, text) => {
    expect(formatP(p)).toBe(text);
  });
});

describe('formatShare', () => {
  it.each([
    [0, '0%'],
    [0.001, '<1%'],
    [0.314, '31%'],
    [0.999, '>99%'],
    [1, '100%'],
    [null, '–'],
  ])('prints %s as %s', (share, text) => {
    expect(formatShare(share)).toBe(text);
  });
});

it('an interval has signs on both ends', () => {
  expect(formatInterval([-0.012, 0.088])).toBe('[−.012, +.088]');
  expect(formatInterval(null)).toBe('');
});

it('counts have thousands and the right number', () => {
  expect(counted(1, 'pair')).toBe('1 pair');
  expect(counted(5380, 'judgment')).toBe('5,380 judgments');
});

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [11, '11th'],
  [1023, '1,023rd'],
])('%d is the %s', (n, place) => {
  expect(formatPlace(n)).toBe(place);
});
