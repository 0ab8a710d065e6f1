import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { expect, it, vi } from 'vitest';
import Home from '@/app/pages/Home';

function open(session: Promise<Response>): void {
  vi.stubGlobal('fetch', (request: Request) =>
    request.url.endsWith('/api/session')
      ? session
      : Promise.resolve(Response.json({ judge: [], settle: [], organize: null, research: null })),
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter at="/">
        <Home />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('shows no welcome before it is known who is here', async () => {
  let answer: (response: Response) => void = () => undefined;
  open(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  expect(screen.queryByRole('heading')).toBeNull();
  answer(Response.json({ username: 'alice', may_organize: false, may_research: false }));
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Your work');
});

it('shows what Regrade is where the session cannot be had', async () => {
  open(Promise.resolve(new Response(null, { status: 503 })));
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeTruthy();
});
