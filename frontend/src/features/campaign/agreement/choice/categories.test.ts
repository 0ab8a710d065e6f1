import { expect, it } from 'vitest';
import type { Grade } from '@/api/types';
import { categoriesOf } from '@/features/campaign/agreement/choice/categories';
import type { Choice } from '@/features/campaign/agreement/choice/choice';

const GRADES: Grade[] = ['off', 'on'].map((name, value) => ({
  value,
  name,
  description: '',
  colour: '#000000',
  requires_span: false,
}));

const named = (scale: (number | null)[], choice: Choice): string[] =>
  categoriesOf(scale, GRADES, choice).map(({ name }) => name);

it('grades have their names; from a threshold up they have those of the two sides', () => {
  expect(named([0, 1, null], {})).toEqual(['0 off', '1 on', 'not judged']);
  expect(named([0, 1], { threshold: 1 })).toEqual(['below 1', '1 and up']);
});
