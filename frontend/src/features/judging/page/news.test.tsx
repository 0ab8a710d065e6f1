import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { JudgingSetup, Submission } from '@/api/types';
import JudgingPage from '@/features/judging/page/JudgingPage';
import { FakeServer, judgingSetup } from '@/features/judging/desk/desk.test.support';

let server: FakeServer;
let setup: JudgingSetup;
let campaignId = 7_000;

async function reply(request: Request): Promise<unknown> {
  if (request.url.endsWith('/activity')) return {};
  if (request.url.endsWith('/claims')) return server.claim(5);
  if (!request.url.endsWith('/judgments')) return setup;
  if (request.method === 'GET') return { rows: [], next: null };
  return server.submit((await request.json()) as Submission);
}

/** A desk outlives its page, so each test judges in a campaign of its own. */
async function open(first = 'Text of a') {
  campaignId += 1;
  setup.campaign.id = campaignId;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <JudgingPage campaignId={campaignId} username="alice" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText(first);
  return userEvent.setup();
}

const status = (): string => screen.getByTestId('save-state').textContent;

beforeEach(() => {
  server = new FakeServer(['a', 'b', 'c']);
  setup = judgingSetup();
  vi.stubGlobal('fetch', async (request: Request) => Response.json(await reply(request)));
});

describe('what organizers publish', () => {
  const changes = [
    { kind: 'removed' as const, html: '<p>Judge what it says.</p>' },
    { kind: 'added' as const, html: '<p>Judge what it means.</p>' },
  ];

  function publish(): void {
    server.newest = { guideline: 2, message: null };
    const guideline = { version: 2, html: '<p>Judge what it means.</p>', examples: [], changes };
    setup = { ...setup, guideline, newest: server.newest };
  }

  it('is announced before the next passage; judgments carry the version that is shown', async () => {
    const user = await open();
    publish();
    await user.keyboard('2');
    await waitFor(() => expect(status()).toBe('saved'));
    // The news came while this one lay open.
    await user.keyboard('2');
    expect(await screen.findByRole('heading', { name: 'The guideline changed' })).toBeTruthy();
    await screen.findByText('Judge what it means.');
    await user.keyboard('1');
    expect(screen.queryByText('Text of c')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    await screen.findByText('Text of c');
    await user.keyboard('2');
    await waitFor(() => expect(server.received).toHaveLength(3));
    expect(server.received.map(({ guideline }) => guideline)).toEqual([1, 1, 2]);
    expect(server.received.map((one) => one.grade)).toEqual([2, 2, 2]);
  });

  it('is announced first to who judged by an earlier version, on any visit', async () => {
    publish();
    const user = await open('Judge what it means.');
    await user.keyboard('2g');
    expect(await screen.findByText('Guideline, version 2')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    await screen.findByText('Text of a');
    await user.keyboard('2');
    await waitFor(() => expect(server.received.map(({ guideline }) => guideline)).toEqual([2]));
  });

  it('is announced when it can be read; without a network people judge on as before', async () => {
    const user = await open();
    publish();
    await user.keyboard('2');
    await waitFor(() => expect(status()).toBe('saved'));
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await user.keyboard('2');
    await screen.findByText('Text of c');
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await user.keyboard('2');
    await waitFor(() => expect(server.received).toHaveLength(3));
    expect(server.received.map(({ guideline }) => guideline)).toEqual([1, 1, 1]);
  });

  it('does not change under the passage that lies open, whatever is read again', async () => {
    const user = await open();
    publish();
    server.newest = { guideline: 2, message: 5 };
    setup = { ...setup, newest: server.newest, messages: [{ id: 5, text: 'Take your time.' }] };
    await user.keyboard('2');
    await screen.findByText('Take your time.');
    await user.keyboard('g');
    expect(await screen.findByText('Guideline, version 1')).toBeTruthy();
  });
});
