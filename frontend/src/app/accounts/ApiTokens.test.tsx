import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiTokens } from '@/app/accounts/ApiTokens';

const DATES = { created_at: '2030-01-05T12:00:00Z', expires_at: '2030-04-05T12:00:00Z' };
let tokens: Readonly<{ name: string }>[];
let asked: unknown[];

async function reply(request: Request): Promise<Response> {
  if (request.method === 'POST') {
    const body = (await request.json()) as Readonly<{ name: string; scopes: string[] }>;
    asked.push(body);
    const token = { id: 1, name: body.name, scopes: body.scopes, ...DATES, last_used_at: null };
    tokens = [token];
    return Response.json({ text: 'regrade_abc', token }, { status: 201 });
  }
  if (request.method === 'DELETE') {
    asked.push(new URL(request.url).searchParams.get('name'));
    tokens = [];
    return new Response(null, { status: 204 });
  }
  if (request.url.endsWith('/api/session'))
    return Response.json({ username: 'rita', may_research: true, may_organize: false });
  return Response.json(tokens);
}

beforeEach(() => {
  tokens = [];
  asked = [];
  vi.stubGlobal('fetch', reply);
});

it('shows a new token once, lists it, and revokes it', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ApiTokens />
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByLabelText(/Name of a new token/), 'nightly');
  await userEvent.click(await screen.findByLabelText(/Research/));
  expect(screen.queryByLabelText(/Organize/)).toBeNull();
  await userEvent.type(screen.getByLabelText(/Your password/), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Issue a token' }));
  expect(await screen.findByText('regrade_abc')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke nightly' }));
  await vi.waitFor(() => expect(screen.queryByRole('list', { name: 'Your tokens' })).toBeNull());
  const body = { name: 'nightly', days: 90, scopes: ['read', 'research'], password: 'secret' };
  expect(asked).toEqual([body, 'nightly']);
});
