import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { JudgingSetup, Submission } from '@/api/types';
import JudgingPage from '@/features/judging/components/JudgingPage';
import { FakeServer, grade } from '@/features/judging/testing';

const setup: JudgingSetup = {
  campaign: { id: 1, name: 'spruces', state: 'open' },
  scale: [
    grade(1, { name: 'Irrelevant' }),
    grade(2, { name: 'Good' }),
    grade(3, { name: 'Perfect', requires_span: true }),
  ],
  guideline: { version: 1, html: '<p>Judge what it says.</p>' },
  reasons: [{ code: 'unreadable', name: 'Cannot be read' }],
  progress: { n_judged: 0, n_not_judged: 0, n_topics: 0 },
};

let server: FakeServer;
let campaignId = 0;

async function reply(request: Request): Promise<unknown> {
  if (request.url.endsWith('/claims')) return server.claim(5);
  if (!request.url.endsWith('/judgments')) return setup;
  if (request.method === 'GET') return server.listOwn();
  return server.submit((await request.json()) as Submission);
}

/** A desk outlives its page, so each test judges in a campaign of its own. */
async function open() {
  campaignId += 1;
  setup.campaign.id = campaignId;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <JudgingPage campaignId={campaignId} username="alice" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText('Text of a');
  return userEvent.setup();
}

const status = (): string => screen.getByTestId('save-state').textContent;

beforeEach(() => {
  server = new FakeServer(['a', 'b', 'c']);
  vi.stubGlobal('fetch', async (request: Request) => Response.json(await reply(request)));
});

describe('the judging page', () => {
  it('judges, saves and shows the next passage on one key', async () => {
    const user = await open();
    await user.keyboard('2');
    expect(screen.getByText('Text of b')).toBeTruthy();
    await waitFor(() => expect(status()).toBe('saved'));
    expect(server.received.map((one) => one.grade)).toEqual([2]);
  });

  it('does the same by button', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Good' }));
    await screen.findByText('Text of b');
    await waitFor(() => expect(server.received.map((one) => one.grade)).toEqual([2]));
  });

  it('reopens the last passage, whose grade stands until another is saved', async () => {
    const user = await open();
    await user.keyboard('2u');
    expect(screen.getByText('Text of a')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Good', pressed: true })).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.getByText('Text of b')).toBeTruthy();
    expect(server.received).toHaveLength(1);
    await user.keyboard('u1');
    await waitFor(() => expect(server.received.map((one) => one.grade)).toEqual([2, 1]));
    expect(screen.getByText('Text of b')).toBeTruthy();
  });

  it('sends nothing when the standing grade is given again', async () => {
    const user = await open();
    await user.keyboard('2u2');
    expect(screen.getByText('Text of b')).toBeTruthy();
    await waitFor(() => expect(status()).toBe('saved'));
    expect(server.received).toHaveLength(1);
  });

  it('asks for the words where a grade needs them, and does not send', async () => {
    const user = await open();
    await user.keyboard('3');
    expect(screen.getByRole('alert').textContent).toContain('“Perfect” asks for the words');
    expect(screen.getByText('Text of a')).toBeTruthy();
    expect(server.received).toHaveLength(0);
  });

  it('takes the selected words with a grade that needs them', async () => {
    const user = await open();
    const text = screen.getByText('Text of a').firstChild;
    if (text === null) throw new Error('the passage has text');
    document.getSelection()?.setBaseAndExtent(text, 0, text, 4);
    document.dispatchEvent(new Event('selectionchange'));
    await screen.findByRole('button', { name: 'Mark the selected words' });
    await user.keyboard('3');
    await waitFor(() => expect(server.received.map((one) => one.spans)).toEqual([[[0, 4]]]));
  });

  it('asks why a passage cannot be judged', async () => {
    const user = await open();
    await user.keyboard('x');
    expect(screen.getByText('Why can this passage not be judged?')).toBeTruthy();
    await user.keyboard('1');
    await screen.findByText('Text of b');
    await waitFor(() =>
      expect(server.received.map((one) => one.reason_not_judged)).toEqual(['unreadable']),
    );
  });

  it('shows the guideline beside the passage and takes it away again', async () => {
    const user = await open();
    await user.keyboard('g');
    expect(screen.getByRole('complementary', { name: 'Guideline' })).toBeTruthy();
    expect(screen.getByText('Text of a')).toBeTruthy();
    await user.keyboard('g');
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('says when all is done', async () => {
    const user = await open();
    await user.keyboard('111');
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeTruthy();
  });

  it('goes on saving when the person looks at another page, and is found as it was left', async () => {
    const user = await open();
    let release: (() => void) | undefined;
    server.onSubmit = () => new Promise((resolve) => (release = resolve));
    await user.keyboard('1');
    await waitFor(() => expect(release).toBeDefined());
    cleanup();
    release?.();
    await waitFor(() => expect(server.received).toHaveLength(1));
  });
});

it('a page that cannot be opened says what to do', async () => {
  const problem = { code: 'not_found', detail: 'There is no such campaign.' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(problem, { status: 404 })));
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter>
        <JudgingPage campaignId={999} username="alice" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/There is no such campaign\. Check the address/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
