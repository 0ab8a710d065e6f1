import { expect, it } from 'vitest';
import { expectedRows, shownRows } from '@/features/campaign/setup/design/drawExpected';

const FOUND = {
  ...{ n: [4, 50, 100, 200], n_topics: [3, 9, 9, 9], n_frame: 300, n_drawable: 200 },
  ...{ half_like: [0.9, 0.4, 0.3, 0.2], half_these: [0.8, 0.3, 0.1, 0], half_all: 0.2 },
};

it('each number of pairs that is planned for is a row of the table', () => {
  expect(expectedRows(FOUND)).toHaveLength(4);
  expect(expectedRows(FOUND)[1]).toEqual({ n: 50, topics: 9, like: 0.4, these: 0.3 });
  expect(expectedRows({ ...FOUND, n: [3], half_like: [], half_these: [] })).toEqual([]);
});

it('the figure begins where intervals are of use, and holds the chosen number', () => {
  expect(shownRows({ found: FOUND, n: 75 }).map(({ n }) => n)).toEqual([50, 75, 100, 200]);
  expect(shownRows({ found: FOUND, n: 75 })[1]?.like).toBeCloseTo(0.35);
  expect(shownRows({ found: FOUND, n: 100 }).map(({ n }) => n)).toEqual([50, 100, 200]);
});

it('a number below that is shown as well', () => {
  expect(shownRows({ found: FOUND, n: 4 }).map(({ n }) => n)).toEqual([4, 50, 100, 200]);
});
