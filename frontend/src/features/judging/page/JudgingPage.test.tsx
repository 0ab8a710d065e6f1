import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { JudgingSetup, Submission } from '@/api/types';
import JudgingPage from '@/features/judging/page/JudgingPage';
import { FakeServer, judgingSetup, round } from '@/features/judging/desk/desk.test.support';

const NOTICE = { version: 4, html: '<h2>What is recorded</h2>', is_accepted: false };

let server: FakeServer;
let setup: JudgingSetup;
let asked: string[];
let campaignId = 0;

async function reply(request: Request): Promise<unknown> {
  asked.push(request.url.split('/').at(-1) ?? '');
  if (request.url.endsWith('/activity')) {
    return server.activities.push((await request.json()) as (typeof server.activities)[number]);
  }
  if (request.url.endsWith('/consent')) {
    setup = { ...setup, notice: { ...NOTICE, is_accepted: true } };
    return {};
  }
  if (request.url.endsWith('/claims')) return server.claim(5);
  if (!request.url.endsWith('/judgments')) return setup;
  if (request.method === 'GET') return { rows: await server.listOwn(), next: null };
  return server.submit((await request.json()) as Submission);
}

function show(client = new QueryClient()): void {
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <JudgingPage campaignId={campaignId} username="alice" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** A desk outlives its page, so each test judges in a campaign of its own. */
async function open(first = 'Text of a') {
  campaignId += 1;
  setup.campaign.id = campaignId;
  show();
  await screen.findByText(first);
  return userEvent.setup();
}

const status = (): string => screen.getByTestId('save-state').textContent;

beforeEach(() => {
  server = new FakeServer(['a', 'b', 'c']);
  setup = judgingSetup();
  asked = [];
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

  it('explains kindly to who came too late, until the next judgment is saved', async () => {
    server.sentence = 'Thank you. Others gave this passage all it needs.';
    const user = await open();
    await user.keyboard('2');
    const found = await screen.findByRole('status', { name: 'Your last judgment' });
    await waitFor(() => expect(found.textContent).toBe(server.sentence));
    server.sentence = null;
    await user.keyboard('2');
    await waitFor(() => expect(found.textContent).toBe(''));
  });

  it('does the same by button', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Good' }));
    await screen.findByText('Text of b');
    await waitFor(() => expect(server.received.map((one) => one.grade)).toEqual([2]));
  });

  it('judges one passage only on a double click', async () => {
    const user = await open();
    await user.dblClick(screen.getByRole('button', { name: 'Good' }));
    await waitFor(() => expect(status()).toBe('saved'));
    expect(server.received).toHaveLength(1);
  });

  it('sends a note, and how sure somebody is, with the grade', async () => {
    setup.campaign = { ...setup.campaign, asks_note: true, asks_confidence: true };
    const user = await open();
    await user.keyboard('nOdd.{Escape}c32');
    const sent = { grade: 2, note: 'Odd.', confidence: 3 };
    await waitFor(() => expect(server.received).toMatchObject([sent]));
  });

  it('reopens the last passage, whose grade stays until another is saved', async () => {
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

  it('confirms a grade that is given again, and goes on', async () => {
    const user = await open();
    await user.keyboard('2u2');
    expect(screen.getByText('Text of b')).toBeTruthy();
    await waitFor(() => expect(server.received).toHaveLength(2));
    expect(server.received[1]?.replaces).toBe(server.received[0]?.client_key);
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
    await screen.findByRole('button', { name: 'Highlight the selected words' });
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

describe('the notice', () => {
  it('comes before the first passage, with the guideline beside it', async () => {
    setup.notice = NOTICE;
    await open('What is recorded');
    expect(screen.getByText('Judge what it says.')).toBeTruthy();
    expect(asked).not.toContain('claims');
  });

  it('is asked of nobody once the campaign has ended', async () => {
    setup.notice = NOTICE;
    setup.campaign = { ...setup.campaign, state: 'closed' };
    await open();
    expect(screen.queryByText('What is recorded')).toBeNull();
  });

  it('is agreed to by keyboard, and the passage follows', async () => {
    setup.notice = NOTICE;
    const user = await open('What is recorded');
    screen.getByRole('button', { name: 'I agree' }).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Text of a')).toBeTruthy();
  });

  it('that is newer than the one agreed to is shown once no passage is at hand', async () => {
    const user = await open();
    setup.notice = NOTICE;
    server.empty = 'notice';
    await user.keyboard('1');
    await screen.findByText('Text of b');
    await user.keyboard('11');
    expect(await screen.findByText('What is recorded')).toBeTruthy();
  });
});

describe('the qualification round', () => {
  const said = async (text: string | RegExp): Promise<unknown> =>
    waitFor(() => expect(screen.getByTestId('round').textContent).toMatch(text));

  it('is announced, then shows the known grade after each answer', async () => {
    setup.qualification = round();
    server.feedback = { grade: 2, explanation: 'It names the species.', is_right: false };
    const user = await open();
    await said('Qualification round, attempt 1 of 2');
    await user.keyboard('1');
    await said('you said Irrelevant; the known grade is Good');
    await said('It names the species.');
  });

  it('says so when it is passed', async () => {
    setup.qualification = round();
    server.feedback = { grade: 1, explanation: '', is_right: true };
    const user = await open();
    setup = { ...setup, qualification: round({ attempt: null, is_qualified: true }) };
    await user.keyboard('1');
    await said('Irrelevant, the known grade');
    await said('You have passed the round');
  });

  it('counts its answers nowhere else', async () => {
    setup.qualification = round();
    await open();
    expect(screen.queryByText(/^\d+ judged$/)).toBeNull();
    expect(screen.queryByText(/^Passage 1 of/)).toBeNull();
  });

  it('leaves the count to the real passages once it is passed', async () => {
    setup.qualification = round({ attempt: null, is_qualified: true });
    await open();
    expect(screen.getByText('0 judged')).toBeTruthy();
  });

  it('takes no second answer to a passage', async () => {
    setup.qualification = round();
    server.feedback = { grade: 1, explanation: '', is_right: true };
    const user = await open();
    await user.keyboard('1');
    await said('Irrelevant, the known grade');
    await user.keyboard('u2');
    expect(screen.getByText('Text of a')).toBeTruthy();
    expect(screen.getByText(/stay as they are/)).toBeTruthy();
    expect(server.received).toHaveLength(1);
  });
});

describe('a visit', () => {
  const hide = (isHidden: boolean): void => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it('is reported when the page hides, and its judgment names the same one', async () => {
    const user = await open();
    await vi.waitFor(() => {
      hide(true);
      expect(server.activities).not.toEqual([]);
    });
    hide(false);
    await user.keyboard('1');
    await waitFor(() => expect(server.received).toHaveLength(1));
    expect(server.activities[0]?.visit).toBe(server.received[0]?.visit);
    expect(server.activities[0]?.ticket).toBe(server.received[0]?.ticket);
  });

  it('is another one when the passage is opened again', async () => {
    const user = await open();
    await user.keyboard('2u1');
    await waitFor(() => expect(server.received).toHaveLength(2));
    const [first, second] = server.received;
    expect(first?.ticket).toBe(second?.ticket);
    expect(first?.visit).not.toBe(second?.visit);
  });
});

it('a page that cannot be opened says what to do', async () => {
  const problem = { code: 'not_found', detail: 'There is no such campaign.' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(problem, { status: 404 })));
  show(new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  expect(await screen.findByText(/There is no such campaign\. Check the address/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Your work' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
