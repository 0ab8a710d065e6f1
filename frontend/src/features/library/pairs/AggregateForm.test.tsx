import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { AggregateForm } from '@/features/library/pairs/AggregateForm';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';

it('what one try made is not said of the next', async () => {
  const answers = [
    Response.json([{ name: 'duo-30' }, { name: 'duo-50' }], { status: 201 }),
    Response.json({ code: 'name_taken', detail: 'There is such a run.' }, { status: 400 }),
  ];
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter at="/">
        <AggregateForm run="duo" taken={[]} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByLabelText(/^Only the first candidates/), '30, 50');
  await userEvent.click(screen.getByRole('button', { name: 'Aggregate again' }));
  expect(await screen.findByText(/^Made 2 runs/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Aggregate again' }));
  expect((await screen.findByRole('alert')).textContent).toContain('There is such a run');
  expect(screen.queryByText(/^Made 2 runs/)).toBeNull();
});
