import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { MultiField } from '@/shared/ui/fields/MultiField';
import { RadioCards } from '@/shared/ui/fields/RadioCards';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';

const descriptions = (control: HTMLElement): string[] =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '');

it('a field is named by its label alone, and says what is wrong before its hint', () => {
  render(<TextField label="Name" hint="Shown in tables." trouble="Taken." value="a" />);
  const field = screen.getByRole('textbox', { name: 'Name' });
  expect(descriptions(field)).toEqual(['Taken.', 'Shown in tables.']);
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

it('a choice is descriptions by its value, be it named otherwise or not', async () => {
  const onChange = vi.fn();
  const options = [{ value: '', label: 'none' }, 'one'];
  render(<SelectField label="Labels" options={options} value="" onChange={onChange} />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Labels' }), 'one');
  expect(onChange.mock.calls).toEqual([['one']]);
});

it('of two groups of the same cards, each has its own choice', () => {
  const onChange = vi.fn();
  const cards = [{ value: 'a', label: 'A' }] as const;
  render(
    <>
      <RadioCards legend="First" cards={cards} value="a" onChange={onChange} />
      <RadioCards legend="Second" cards={cards} value={null} onChange={onChange} />
    </>,
  );
  const [first, second] = screen.getAllByRole<HTMLInputElement>('radio');
  expect([first?.checked, second?.checked]).toEqual([true, false]);
});

it('segments are one group of radio buttons', async () => {
  const onChange = vi.fn();
  const options = [
    { value: 'run', label: 'a run' },
    { value: 'labels', label: 'other labels' },
  ] as const;
  render(<Segmented label="Against" options={options} value="run" onChange={onChange} />);
  expect(screen.getByRole('radiogroup', { name: 'Against' })).toBeTruthy();
  await userEvent.click(screen.getByText('other labels'));
  expect(onChange.mock.calls).toEqual([['labels']]);
});

it('what Mantine brings is named as the other fields are', () => {
  render(<MultiField label="Runs" options={['a', 'b']} value={['a']} onChange={() => undefined} />);
  expect(screen.getByLabelText('Runs', { selector: 'input' })).toBeTruthy();
});

it('the hint of a tick or a card describes it, and is no part of its name', () => {
  const cards = [{ value: 'a', label: 'A', hint: 'The first.' }] as const;
  render(
    <>
      <CheckField label="Adapt" hint="Costs nothing." checked onChange={() => undefined} />
      <RadioCards legend="Which" cards={cards} value="a" onChange={() => undefined} />
    </>,
  );
  expect(descriptions(screen.getByRole('checkbox', { name: 'Adapt' }))).toEqual(['Costs nothing.']);
  expect(descriptions(screen.getByRole('radio', { name: 'A' }))).toEqual(['The first.']);
});
