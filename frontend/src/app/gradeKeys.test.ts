import { expect, it } from 'vitest';
import { gradeCommands } from '@/features/judging/commands';
import { keysOf } from '@/features/setup/scale';

it.each([[[0, 1, 2, 3]], [[1, 5, 9]], [[-2, 0, 2]], [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]])(
  'the preview of a scale %j shows the keys that the judging page has',
  (values) => {
    const grades = values.map((value) => ({
      value,
      name: `grade ${value}`,
      description: '',
      colour: '#000000',
      requires_span: false,
    }));
    expect(keysOf(grades)).toEqual(gradeCommands(grades).map(({ keyLabel }) => keyLabel));
  },
);
