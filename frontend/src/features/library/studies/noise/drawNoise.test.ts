import { expect, it } from 'vitest';
import type { StudyTable } from '@/api/types';
import { barsOf } from '@/features/library/studies/noise/drawNoise';

const cell = (part: object) => ({
  ranker: 'BM25',
  measure: 'RR@10',
  original: 0.5,
  difference: -0.1,
  interval: [-0.2, 0],
  stars: '*',
  ...part,
});

const table = {
  rankers: [{ name: 'BM25' }, { name: 'MiniLM' }],
  lines: [
    { title: 'Original', cells: [cell({ difference: null })] },
    {
      title: '[Q] typos',
      cells: [cell({}), cell({ measure: 'P@5' }), cell({ ranker: 'MiniLM', original: 0 })],
    },
  ],
} as unknown as StudyTable;

it('gives changes and their intervals, as a share of the original where that is asked', () => {
  const [first, second] = barsOf(table, 'RR@10', false);
  expect(first).toEqual({
    line: '[Q] typos',
    ranker: 'BM25',
    place: 0,
    value: -0.1,
    low: -0.2,
    high: 0,
    stars: '*',
  });
  expect(second?.place).toBe(1);
  const relative = barsOf(table, 'RR@10', true);
  expect(relative.map(({ value, low }) => [value, low])).toEqual([[-0.2, -0.4]]);
});
