import { describe, expect, it } from 'vitest';
import { coloured, oneMore, scaleTrouble } from '@/features/campaign/setup/draft/scale';
import type { GradeDraft } from '@/features/campaign/setup/draft/types';

const grade = (value: number, name = `g${value}`): GradeDraft => ({
  value,
  name,
  description: '',
  colour: '',
  requires_span: false,
});

describe('scaleTrouble', () => {
  it('finds nothing in a scale', () => {
    expect(scaleTrouble([grade(0), grade(1)])).toBeNull();
  });

  it.each([
    [[], 'Choose a scale.'],
    [[grade(0)], 'A scale has at least two grades; add one.'],
    [[grade(1), grade(1, 'b')], 'The number 1 appears twice; give each grade its own.'],
    [[grade(1), grade(2, ' ')], 'Give each grade a name.'],
    [[grade(1, 'No'), grade(2, 'No ')], 'The name No appears twice; give each grade its own.'],
    [[grade(0.5), grade(1)], 'Each grade has a whole number.'],
    [Array.from({ length: 22 }, (_, i) => grade(i)), 'A scale has at most 21 grades.'],
  ])('says what to mend in %j', (grades, text) => {
    expect(scaleTrouble(grades)).toBe(text);
  });
});

it('a grade without a colour gets the one of its rank', () => {
  const colours = [['#aaaaaa', '#bbbbbb']];
  const shown = coloured([grade(5), { ...grade(2), colour: '#123456' }], colours);
  expect(shown.map(({ value, colour }) => [value, colour])).toEqual([
    [2, '#123456'],
    [5, '#bbbbbb'],
  ]);
});

it('one more grade goes above the others', () => {
  expect(oneMore([grade(4), grade(2)]).at(-1)?.value).toBe(5);
  expect(oneMore([]).at(-1)?.value).toBe(0);
});
