import { expect, it } from 'vitest';
import { readAxes } from '@/features/comparison/order/axes';

const COMPARED = { labels: ['old', 'new'], measures: ['RR@10', 'P@5'] };
const [OLD, NEW] = [
  { labels: 'old', measure: 'RR@10' },
  { labels: 'new', measure: 'RR@10' },
];

const read = (address: string, compared = COMPARED) =>
  readAxes(new URLSearchParams(address), compared, 'RR@10');

it('the first label set against the last, or one measure against another', () => {
  expect(read('')).toEqual({ x: OLD, y: NEW, found: [] });
  const one = { ...COMPARED, labels: ['old'] };
  expect(read('', one)).toEqual({ x: OLD, y: { labels: 'old', measure: 'P@5' }, found: [] });
});

it('what the address names, each part by itself', () => {
  const { x, y } = read('across=P@5&up_under=old');
  expect([x, y]).toEqual([{ labels: 'old', measure: 'P@5' }, OLD]);
});

it('what is not compared is reported, and the usual shown', () => {
  expect(read('across_under=gold&up=AP')).toEqual({
    x: OLD,
    y: NEW,
    found: [
      'No label set called “gold” is compared: old is shown.',
      'No measure called “AP” is compared: RR@10 is shown.',
    ],
  });
});
