import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TestControl } from '@/features/comparison/choice/Controls';
import { readSelection } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';

/** The options asked for once the text is typed into the field. */
function typeInto(address: string, label: string, text: string): Partial<Selection>[] {
  const asked: Partial<Selection>[] = [];
  const selection = readSelection(new URLSearchParams(address));
  render(<TestControl selection={selection} onChange={(part) => asked.push(part)} />, {
    wrapper: MemoryRouter,
  });
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  return asked;
}

const showsField = (label: string): boolean => screen.queryByLabelText(label) !== null;

it('a bound is asked for as typed, and not at all while its field is empty', () => {
  expect(typeInto('test=equivalence&bound=0.05', 'Bound', '')).toEqual([]);
  expect(screen.getByLabelText<HTMLInputElement>('Bound').value).toBe('');
  fireEvent.blur(screen.getByLabelText('Bound'));
  expect(screen.getByLabelText<HTMLInputElement>('Bound').value).toBe('0.05');
});

it.each(['randomization', 'bootstrap'])('the %s test asks for as many draws as typed', (test) => {
  expect(typeInto(`test=${test}&seed=7`, 'Draws', '500')).toEqual([
    { testOptions: { seed: '7', permutations: '500' } },
  ]);
  expect(showsField('Bound')).toBe(false);
});

it('a test that does not draw has no field for it', () => {
  typeInto('test=equivalence&bound=0.05', 'Bound', '0.1');
  expect(showsField('Draws')).toBe(false);
});
