import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { NumberField } from '@/shared/ui/fields/NumberField';

it('takes what is within bounds, and refuses what is not', async () => {
  const onChange = vi.fn();
  const onEmpty = vi.fn();
  render(
    <NumberField label="Depth" value={5} min={1} max={20} onChange={onChange} onEmpty={onEmpty} />,
  );
  const field = screen.getByLabelText('Depth', { exact: false });
  await userEvent.clear(field);
  expect(onEmpty).toHaveBeenCalledOnce();
  await userEvent.type(field, '18');
  expect(onChange.mock.calls).toEqual([[1], [18]]);
  await userEvent.type(field, '0');
  expect(screen.getByRole('status').textContent).toBe('A whole number from 1 to 20.');
  expect(onChange).toHaveBeenCalledTimes(2);
  await userEvent.tab();
  expect(screen.getByRole('status').textContent).toBe('');
});

it('steps by the arrows, and not beyond its bounds', async () => {
  function Depth() {
    const [value, setValue] = useState<number | null>(null);
    return <NumberField label="Depth" value={value} min={1} max={3} onChange={setValue} />;
  }
  render(<Depth />);
  const field = screen.getByLabelText<HTMLInputElement>('Depth');
  const after = async (keys: string): Promise<string> => {
    await userEvent.type(field, keys);
    return field.value;
  };
  expect(await after('{ArrowUp}')).toBe('1');
  expect(await after('{ArrowUp}{ArrowUp}{ArrowUp}')).toBe('3');
  expect(await after('{ArrowDown}{ArrowDown}{ArrowDown}')).toBe('1');
  expect(await after('{Shift>}{ArrowUp}{/Shift}')).toBe('1'); // selects, as in any field
});
