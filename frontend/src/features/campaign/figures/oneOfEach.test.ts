import { expect, it } from 'vitest';
import { oneOfEach, onlyOne, withoutRepeats } from '@/features/campaign/figures/oneOfEach';

const group = (name: string, ...values: number[]) => ({ name, values });

it('kinds with the same bars everywhere are drawn once', () => {
  const groups = [group('3', 7, 7, 6), group('4', 9, 9, 9)];
  const drawn = oneOfEach(groups, ['all', 'liberal', 'strict']);
  expect(drawn.kinds).toEqual(['all', 'strict']);
  expect(drawn.groups.map(({ values }) => values)).toEqual([
    [7, 6],
    [9, 9],
  ]);
  expect(drawn.note).toBe('Same for liberal.');
});

it('a figure that says the same as one above is left out', () => {
  const figure = { name: 'a', title: 'A', x_axis: 'x', y_axis: 'y', columns: [], rows: [[1, 2]] };
  const other = { ...figure, name: 'b', title: 'B' };
  expect(withoutRepeats([figure, other])).toEqual([figure]);
  expect(withoutRepeats([figure, { ...other, rows: [[1, 3]] }])).toHaveLength(2);
});

it('one bar among empty ones is a sentence, two bars are a picture', () => {
  expect(onlyOne([group('DESC', 16), group('NUM', 0)], ['all'])).toEqual({ name: 'DESC', n: 16 });
  expect(onlyOne([group('DESC', 16), group('NUM', 1)], ['all'])).toBeNull();
  expect(onlyOne([group('DESC', 16, 2), group('NUM', 0, 0)], ['all', 'strict'])).toBeNull();
});
