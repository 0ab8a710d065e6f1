import { expect, it } from 'vitest';
import { START } from '@/features/campaign/labels/choice';
import { isChosen, presetsOf } from '@/features/campaign/labels/presets';

const grades = (...values: number[]) => values.map((value) => ({ value, name: `grade ${value}` }));

const thresholds = (...values: number[]): (number | null)[] =>
  presetsOf(grades(...values)).map(({ choice }) => choice.threshold);

it.each([
  [
    [0, 1, 2, 3],
    [null, 1, 2, null],
  ],
  [
    [1, 2, 3, 4, 5],
    [null, 2, 3, null],
  ],
  [
    [0, 1, 2],
    [null, 1, 2, null],
  ],
  [
    [0, 1],
    [null, 1, null],
  ],
])('a scale of %o has thresholds that differ', (scale, expected) => {
  expect(thresholds(...scale)).toEqual(expected);
});

it('a threshold is named by its grade', () => {
  const [, liberal] = presetsOf(grades(0, 1, 2, 3));
  expect(liberal?.meaning).toContain('from 1, grade 1, up');
});

it('one way is chosen at a time', () => {
  const presets = presetsOf(grades(0, 1, 2, 3));
  const chosen = (part: object) =>
    presets.filter((preset) => isChosen(preset, { ...START, ...part })).map(({ name }) => name);
  expect(chosen({})).toEqual(['Majority vote']);
  expect(chosen({ threshold: 2 })).toEqual(['Relevant from 2 up']);
  expect(chosen({ threshold: 3 })).toEqual([]);
  expect(chosen({ aggregate: 'median', threshold: 1 })).toEqual(['Median']);
});
