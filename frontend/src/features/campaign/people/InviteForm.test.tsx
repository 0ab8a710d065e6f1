import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { InviteForm } from '@/features/campaign/people/InviteForm';

it('a second link leaves the first, which nobody can show again, where it is', async () => {
  let n = 0;
  const made = () => ({
    id: (n += 1),
    role: 'assessor',
    max_uses: n,
    created_at: `2030-01-01T10:00:0${n}Z`,
    token: `token-${n}`,
  });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(made(), { status: 201 })));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <InviteForm campaignId={7} hasEnded={false} />
    </QueryClientProvider>,
  );
  const make = () => userEvent.click(screen.getByRole('button', { name: 'Make a link' }));
  await make();
  await screen.findByText(/token-1/);
  await make();
  await screen.findByText(/token-2/);
  expect(screen.getAllByText(/join#token/).map((code) => code.textContent)).toEqual([
    `${window.location.origin}/join#token-2`,
    `${window.location.origin}/join#token-1`,
  ]);
  expect(screen.getByText(/For 2 people, as assessor; made at/)).toBeTruthy();
  expect(screen.queryByText('adjudicator')).toBeNull();
});
