import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Hit, JudgingSetup, OwnJudgment, Submission } from '@/api/types';
import {
  FakeServer,
  assignment,
  judgingSetup,
  ownJudgment,
  round,
} from '@/features/judging/desk/desk.test.support';
import JudgingPage from '@/features/judging/page/JudgingPage';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';

const HIT: Hit = {
  passage: 7,
  title: 'Old spruces',
  snippet: 'A spruce in Sweden is very old.',
  own: null,
};

let server: FakeServer;
let setup: JudgingSetup;
let hits: readonly Hit[];
let judged: OwnJudgment | null;
let asked: URL[];
let campaignId = 500;

const PARTS: Record<string, () => unknown> = {
  health: () => ({}),
  claims: () => server.claim(5),
  counts: () => ({ grades: [], queries: [] }),
  activity: () => null,
  search: () => ({
    rows: hits,
    next: null,
    n: hits.length,
    page: 1,
    n_pages: 1,
    is_least: false,
    words: ['spruce'],
  }),
};

async function found(): Promise<unknown> {
  const { assignments, ...rest } = await server.claim(5);
  if (judged !== null) return { ...rest, assignments: [], judged };
  return { ...rest, assignments: [assignment('found'), ...assignments], judged: null };
}

async function reply(request: Request): Promise<unknown> {
  const url = new URL(request.url);
  asked.push(url);
  const last = url.pathname.split('/').at(-1) ?? '';
  if (last === 'found') return found();
  if (last === 'judgments' && request.method === 'POST')
    return server.submit((await request.json()) as Submission);
  if (last === 'judgments') return { rows: await server.listOwn(), next: null };
  return (PARTS[last] ?? (() => setup))();
}

const askedFor = (last: string): URL[] => asked.filter(({ pathname }) => pathname.endsWith(last));

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

const field = () => screen.findByRole('searchbox', { name: 'Search the collection' });

async function search(words = 'spruce') {
  const user = await open();
  await user.type(await field(), words);
  return { user, hit: await screen.findByRole('button', { name: /Old spruces/ }) };
}

beforeEach(() => {
  server = new FakeServer(['a', 'b', 'c']);
  setup = judgingSetup();
  setup.campaign = { ...setup.campaign, allows_search: true };
  [hits, judged, asked] = [[HIT], null, []];
  sessionStorage.clear();
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  vi.stubGlobal('fetch', async (request: Request) => Response.json(await reply(request)));
});

describe('the search', () => {
  it('opens what it found in place of the passage at hand, which comes next', async () => {
    const { user, hit } = await search();
    expect(hit.querySelector('mark')?.textContent).toBe('spruces');
    await user.click(hit);
    await screen.findByText('Text of found');
    await user.keyboard('2');
    await screen.findByText('Text of a');
    await waitFor(() => expect(server.received.map((one) => one.ticket)).toEqual(['found:signed']));
  });

  it('opens a passage that was judged with its answer, to be changed', async () => {
    judged = ownJudgment('before', 2);
    hits = [{ ...HIT, own: { grade: 2, reason_not_judged: null } }];
    const { user, hit } = await search();
    expect(within(hit).getByText('you judged it: Good')).toBeTruthy();
    await user.click(hit);
    await screen.findByText('Text of before');
    expect(screen.getByRole('button', { name: 'Good', pressed: true })).toBeTruthy();
  });

  it('names its topic by the first ticket there, and asks nothing while words are typed', async () => {
    await search('spruce trees');
    const tickets = askedFor('search').map((url) => url.searchParams.get('ticket'));
    expect(new Set(tickets).size).toBe(1);
    expect(askedFor('search').map((url) => url.searchParams.get('words'))).toEqual([
      'spruce trees',
    ]);
  });

  it('is entered by its key and left by Escape; no key acts in it', async () => {
    const user = await open();
    await field();
    await user.keyboard('/');
    expect(document.activeElement).toBe(await field());
    await user.keyboard('2');
    expect(server.received).toEqual([]);
    await user.keyboard('{Escape}');
    expect(document.activeElement).not.toBe(await field());
    await user.keyboard('2');
    await waitFor(() => expect(server.received).toHaveLength(1));
  });

  it('is a sheet on a narrow page, which closes over what was opened', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
    const user = await open();
    expect(screen.queryByRole('searchbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await user.type(await field(), 'spruce');
    await user.click(await screen.findByRole('button', { name: /Old spruces/ }));
    await screen.findByText('Text of found');
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it.each([
    ['a campaign without one', (): void => void (setup.campaign.allows_search = false)],
    ['a qualification round', (): void => void (setup.qualification = round())],
    ['a pilot', (): void => void (setup.campaign.state = 'pilot')],
  ])('is not there in %s, and asks the server nothing', async (_, become) => {
    become();
    const user = await open();
    await user.keyboard('/');
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect([askedFor('search'), askedFor('counts')]).toEqual([[], []]);
  });
});

it('counts the words to highlight in each passage, and keeps them for the topic', async () => {
  const user = await open();
  await user.type(await screen.findByLabelText('Words to highlight'), 'text, A');
  expect(screen.getByTestId('scan-counts').textContent).toContain('2 in this passage');
  await user.keyboard('{Escape}2');
  await screen.findByText('Text of b');
  expect(screen.getByTestId('scan-counts').textContent).toContain('1 in this passage');
});

it('lists what was judged in the topic, and opens it again', async () => {
  server.earlier.push(ownJudgment('before', 2));
  const user = await open();
  await user.click(await screen.findByRole('button', { name: /^Open, to change 2 Good/ }));
  await screen.findByText('Text of before', { selector: '#passage-text *' });
  const [sought] = askedFor('judgments').filter((url) => url.searchParams.has('query'));
  expect(sought?.searchParams.get('query')).toBe('how long do spruce trees live');
});
