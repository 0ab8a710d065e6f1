import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { WithdrawForm } from '@/features/judging/record/RecordPage';

let asked: { path: string; body: unknown }[];

async function reply(request: Request): Promise<Response> {
  asked.push({ path: new URL(request.url).pathname, body: await request.json() });
  return Response.json({ withdrawn_at: '2026-03-01T10:00:00Z', n_retracted: 0 });
}

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', reply);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WithdrawForm campaignId={7} />
    </QueryClientProvider>,
  );
});

it('leaves what was judged where nothing else is chosen', async () => {
  await userEvent.click(screen.getByText('Withdraw from this campaign'));
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  expect(asked).toEqual([{ path: '/api/judging/7/withdrawal', body: { work: 'keep' } }]);
});

it('takes back what was judged where that is chosen', async () => {
  await userEvent.click(screen.getByText('Withdraw from this campaign'));
  await userEvent.click(screen.getByLabelText(/is withdrawn/));
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  expect(asked).toEqual([{ path: '/api/judging/7/withdrawal', body: { work: 'drop' } }]);
});
