import { render, screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { CardTable } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';

type Bridge = Readonly<{ name: string; years: number; note: string }>;

const COLUMNS: Columns<Bridge> = [
  { head: 'bridge', isWords: true, cell: ({ name }) => name },
  { head: 'years of age', label: 'years', className: 'brief', cell: ({ years }) => years },
  { head: 'stone', isWords: true, className: 'brief', cell: () => 'granite' },
  { head: 'what is said of it', label: '', cell: ({ note }) => note },
];
const BRIDGES = [
  { name: 'the old one', years: 700, note: 'narrow' },
  { name: 'the new one', years: 7, note: 'wide' },
];

function rows(more: Partial<ComponentProps<typeof CardTable<Bridge>>> = {}): HTMLElement[] {
  render(
    <MemoryRouter at="/">
      <CardTable
        label="Bridges"
        columns={COLUMNS}
        rows={BRIDGES}
        keyOf={({ name }) => name}
        {...more}
      />
    </MemoryRouter>,
  );
  return within(screen.getByRole('group', { name: 'Bridges' })).getAllByRole('row');
}

it('each column has its head, and each row what its cells say', () => {
  expect(rows().map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['bridge', 'years of age', 'stone', 'what is said of it'],
    ['the old one', '700', 'granite', 'narrow'],
    ['the new one', '7', 'granite', 'wide'],
  ]);
  expect(screen.getByRole('rowheader', { name: 'the old one' })).toBeTruthy();
});

it('a cell says on a phone what it is, but for the name and what speaks for itself', () => {
  const [, first] = rows();
  const cells = [...(first?.children ?? [])];
  expect(cells.map((cell) => cell.getAttribute('data-label'))).toEqual([
    null,
    'years',
    'stone',
    null,
  ]);
  expect(cells.map((cell) => cell.className)).toEqual(['words', 'brief', 'words brief', '']);
});

it('rows of a fold are one line until it is opened', async () => {
  const folds = { of: () => 'stone', line: () => '2 bridges of stone' };
  expect(rows({ folds }).map((row) => row.textContent)).toHaveLength(2);
  const fold = screen.getByRole('button', { name: '2 bridges of stone', expanded: false });
  await userEvent.click(fold);
  expect(screen.getByRole('rowheader', { name: 'the old one' })).toBeTruthy();
  expect(fold.getAttribute('aria-expanded')).toBe('true');
});
