import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { beforeEach, expect, it, vi } from 'vitest';
import { Pages } from '@/app/Pages';

const campaign = { id: 7, name: 'spruces', state: 'open' };

const offer = {
  ...{ campaign, role: 'assessor', n_passages: 482, quota: null, n_qualification: 0 },
  ...{ invited_by: null, expires_at: null },
};

let username: string | null;
let sent: unknown[];
let isOpen: boolean;
let isMember: boolean;

async function reply(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/api/session') {
    return Response.json({ username, may_organize: false, may_research: false });
  }
  if (pathname !== '/api/campaigns/7/sign-up') return Response.json({}, { status: 404 });
  if (!isOpen) {
    const detail = 'Nobody can sign up here; ask an organizer for an invitation.';
    return Response.json({ code: 'not_found', detail }, { status: 404 });
  }
  if (request.method === 'GET') return Response.json({ ...offer, is_member: isMember });
  sent.push(await request.json());
  username ??= 'dave';
  return Response.json({ campaign, role: 'assessor', pseudonym: 'otter' });
}

function open(path = '/join/7'): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter at={path}>
        <Pages />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  username = null;
  sent = [];
  isOpen = true;
  isMember = false;
  vi.stubGlobal('fetch', reply);
});

it('anybody joins with a name and a password of their own', async () => {
  open();
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Username'), 'dave');
  await user.type(screen.getByLabelText('Password'), 'spruce-and-fir{Enter}');
  await vi.waitFor(() => expect(sent).toEqual([{ username: 'dave', password: 'spruce-and-fir' }]));
});

it('who is signed in joins as themselves', async () => {
  username = 'alice';
  open();
  expect(await screen.findByText('You are signed in as alice.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Join' }));
  await vi.waitFor(() => expect(sent).toEqual([{}]));
});

it('a campaign that takes nobody says so', async () => {
  isOpen = false;
  open();
  expect(await screen.findByText(/Nobody can sign up here/)).toBeTruthy();
});

it('a member is led on', async () => {
  username = 'alice';
  isMember = true;
  open();
  expect(await screen.findByText('You are in spruces already')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Judge' }).getAttribute('href')).toBe('/judge/7');
});

it('an address without a number is no page', async () => {
  open('/join/abc');
  expect(await screen.findByText('There is no page at this address')).toBeTruthy();
});

it('the rule of passwords stands at the field', async () => {
  open();
  const password = await screen.findByLabelText('Password');
  const rule = screen.getByText(/^At least 8 characters/);
  expect(password.getAttribute('aria-describedby')).toContain(rule.id);
});
