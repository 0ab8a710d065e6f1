import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { BoardAssessor, Member } from '@/api/types';
import { AssessorTable } from '@/features/campaigns/components/AssessorTable';

const assessor = (pseudonym: string, part: Partial<BoardAssessor> = {}): BoardAssessor => ({
  pseudonym,
  role: 'assessor',
  kind: 'human',
  n_judged: 12,
  n_not_judged: 1,
  quota: 20,
  median_active_ms: 9_000,
  last_active_at: null,
  is_qualified: null,
  is_suspended: false,
  is_withdrawn: false,
  ...part,
});

const member = (id: number, pseudonym: string, gold: Member['gold'] = null): Member => ({
  membership: {
    id,
    pseudonym,
    role: 'assessor',
    kind: 'human',
    english_level: '',
    quota: null,
    n_served: 0,
    n_attempts: 0,
    joined_at: '2030-01-01T00:00:00Z',
    consented_at: null,
    qualified_at: null,
    suspended_at: null,
    withdrawn_at: null,
  },
  n_judged: 12,
  n_not_judged: 1,
  pace: { n_timed: 0, n_too_fast: 0, too_fast_share: null, is_flagged: false },
  gold,
});

let members: Member[];
let sent: [string, unknown][];
let refusal: { code: string; detail: string } | null;

async function reply(request: Request): Promise<Response> {
  if (request.method === 'GET') return Response.json(members);
  sent.push([new URL(request.url).pathname, await request.json()]);
  return refusal === null ? Response.json({}) : Response.json(refusal, { status: 400 });
}

const open = (...assessors: BoardAssessor[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AssessorTable campaignId={7} assessors={assessors} />
    </QueryClientProvider>,
  );

beforeEach(() => {
  members = [member(31, 'otter')];
  sent = [];
  refusal = null;
  vi.stubGlobal('fetch', reply);
});

it('an organizer sets how many pairs a member is to judge, or leaves it to the campaign', async () => {
  const user = userEvent.setup();
  open(assessor('otter'));
  const field = await screen.findByRole('spinbutton', { name: 'Quota of otter' });
  expect(field.getAttribute('placeholder')).toBe('20');
  await user.type(field, '35{Enter}');
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Set' }));
  const address = '/api/campaigns/7/members/31';
  await waitFor(() =>
    expect(sent).toEqual([
      [address, { quota: 35 }],
      [address, { quota: null }],
    ]),
  );
});

it('a quota that is refused says why', async () => {
  refusal = { code: 'people_refused', detail: 'A quota is 1 to 2147483647.' };
  open(assessor('otter'));
  await userEvent.type(await screen.findByRole('spinbutton'), '9{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('A quota is 1 to');
});

it('who has withdrawn, and who does not judge, is marked', async () => {
  members = [member(31, 'otter'), member(32, 'lynx')];
  open(assessor('otter', { is_withdrawn: true }), assessor('lynx', { role: 'adjudicator' }));
  await screen.findByRole('spinbutton', { name: 'Quota of otter' });
  const row = (name: RegExp) => within(screen.getByRole('row', { name }));
  expect(row(/otter/).getByText('withdrawn')).toBeTruthy();
  expect(row(/lynx/).getByText('adjudicator')).toBeTruthy();
  expect(row(/lynx/).queryByText('withdrawn')).toBeNull();
  expect(screen.queryByRole('spinbutton', { name: 'Quota of lynx' })).toBeNull();
});

it('check pairs are told where somebody has judged some', async () => {
  members = [
    member(31, 'otter', { n_gold: 8, n_as_expert: 3, as_expert_share: 0.375, is_flagged: true }),
    member(32, 'lynx', { n_gold: 0, n_as_expert: 0, as_expert_share: null, is_flagged: false }),
  ];
  open(assessor('otter'), assessor('lynx'));
  expect((await screen.findByText(/^3 of 8/)).textContent).toBe('3 of 8 low');
  expect(screen.queryByText(/of 0/)).toBeNull();
});

it('without any, there is no column for them', async () => {
  open(assessor('otter'));
  await screen.findByRole('spinbutton');
  expect(screen.queryByRole('columnheader', { name: /check pairs/ })).toBeNull();
});
