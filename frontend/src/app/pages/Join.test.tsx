import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from '@/shared/routing/Routes';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { beforeEach, expect, it, vi } from 'vitest';
import Join from '@/app/pages/Join';

const campaign = { id: 7, name: 'spruces', state: 'open' };

const offer = {
  ...{ campaign, role: 'assessor', is_member: false },
  ...{
    n_passages: 482,
    quota: 60,
    n_qualification: 5,
    invited_by: 'carol',
    expires_at: '2030-01-05T12:00:00Z',
  },
};

let username: string | null;
let accepted: unknown[];
let rejection: { code: string; detail: string } | null;

async function reply(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/api/session') {
    return Response.json({ username, may_organize: false, may_research: false });
  }
  if (rejection !== null) return Response.json(rejection, { status: 400 });
  if (pathname === '/api/invitations/look') {
    return Response.json(offer);
  }
  accepted.push(await request.json());
  username ??= 'dave';
  return Response.json({ campaign, role: 'assessor', pseudonym: 'otter' });
}

function open(): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter at="/join#a-token">
        <Routes>
          <Route path="/join" element={<Join />} />
          <Route path="/judge/7" element={<p>The judging page</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  username = null;
  accepted = [];
  rejection = null;
  vi.stubGlobal('fetch', reply);
});

it('an invitation says who invites, to what, how much there is to do and until when', async () => {
  open();
  const page = (await screen.findByText(/carol invites you to join/)).parentElement;
  for (const part of [
    'spruces as an assessor',
    '482 passages',
    'up to 60',
    'start with 5 qualification passages',
    'valid until',
  ])
    expect(page?.textContent).toContain(part);
});

it('what is wrong with a name or a password shows before anything is sent', async () => {
  open();
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Username'), 'two words');
  await user.type(screen.getByLabelText('Password'), '123{Enter}');
  expect(screen.getByText(/Leave out spaces/)).toBeTruthy();
  expect(screen.getByText(/too short/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show the password' }));
  expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('text');
  expect(accepted).toEqual([]);
});

it('a newcomer chooses a name and a password, and arrives at the judging page', async () => {
  open();
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Username'), 'dave');
  await user.type(screen.getByLabelText('Password'), 'spruce-and-fir{Enter}');
  expect(await screen.findByText('The judging page')).toBeTruthy();
  expect(accepted).toEqual([{ token: 'a-token', username: 'dave', password: 'spruce-and-fir' }]);
});

it('who is signed in joins as themselves', async () => {
  username = 'alice';
  open();
  expect(await screen.findByText('You are signed in as alice.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Join' }));
  expect(await screen.findByText('The judging page')).toBeTruthy();
  expect(accepted).toEqual([{ token: 'a-token' }]);
});

it('who has an account signs in on the same page, so that the token stays out of addresses', async () => {
  open();
  await userEvent.click(await screen.findByText('I have an account already'));
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
});

it('a link that no longer serves says so', async () => {
  rejection = { code: 'link_used', detail: 'This invitation is used up; ask the organizer.' };
  open();
  expect(await screen.findByText(/This invitation is used up/)).toBeTruthy();
});
