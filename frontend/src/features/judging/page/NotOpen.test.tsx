import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { expect, it, vi } from 'vitest';
import JudgingPage from '@/features/judging/page/JudgingPage';
import { FakeServer, judgingSetup, ownJudgment } from '@/features/judging/desk/desk.test.support';

let campaignId = 100;

/** The page of a campaign that is in `state`, and what can be made of it afterwards. */
function openPage(state: FakeServer['state']) {
  campaignId += 1;
  const server = new FakeServer(['a', 'b']);
  const found = { campaign: { ...judgingSetup().campaign, id: campaignId, state } };
  const become = (next: FakeServer['state'], part: Partial<typeof found.campaign> = {}): void => {
    server.state = next;
    found.campaign = { ...found.campaign, ...part, state: next };
  };
  become(state);
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname } = new URL(url);
    const replies: Record<string, () => unknown> = {
      claims: () => server.claim(5),
      counts: () => ({ grades: [], queries: [] }),
      judgments: () => ({ rows: server.earlier, next: null }),
    };
    const reply = replies[pathname.split('/').at(-1) ?? ''] ?? (() => judgingSetup(found));
    return Response.json(await reply());
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <JudgingPage campaignId={campaignId} username="alice" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { server, become, user: userEvent.setup() };
}

it('a campaign is read again once it is opened, and asks what its organizer now asks', async () => {
  const { become, user } = openPage('draft');
  await screen.findByText('The campaign is not open yet');
  become('open', { asks_note: true });
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText('Text of a')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Note' })).toBeTruthy();
});

it('what was judged is shown whole though the campaign has ended', async () => {
  const { server, user } = openPage('closed');
  server.earlier.push(ownJudgment('z', 2));
  await screen.findByText('The campaign has ended');
  await user.keyboard('h');
  await user.click(await screen.findByRole('button', { name: /^Open 2 Good for/ }));
  expect(screen.getByTestId('passage').textContent).toContain('Text of z');
  expect(screen.getByRole('note').textContent).toContain('has ended, so it stays');
});
