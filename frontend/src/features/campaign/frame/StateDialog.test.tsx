import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CampaignOverview, LaunchCheck } from '@/api/types';
import { StateDialog } from '@/features/campaign/frame/StateDialog';
import type { Step } from '@/features/campaign/frame/stateTexts';

const CAMPAIGN = { id: 7, name: 'trees', state: 'draft' } as CampaignOverview;
const check = (
  severity: LaunchCheck['severity'],
  sentence: string,
  isMet = false,
): LaunchCheck => ({
  code: severity === 'must' ? 'notice' : 'guideline',
  severity,
  is_met: isMet,
  sentence,
});

let checks: LaunchCheck[];
let rejection: string | null;
let sent: unknown[];

async function reply(request: Request): Promise<Response> {
  if (request.method === 'GET') return Response.json({ state: 'draft', may_go_to: [], checks });
  sent.push(await request.json());
  if (rejection === null) return Response.json({ state: 'open', may_go_to: [] });
  return Response.json({ code: 'not_ready', detail: rejection }, { status: 400 });
}

const onClose = vi.fn();
const OPENING: Step = { state: 'open', verb: 'Open', isMain: true };
const ENDING: Step = { state: 'closed', verb: 'End the campaign', isMain: false };
const open = (step = OPENING, client = new QueryClient()) =>
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <StateDialog campaign={CAMPAIGN} step={step} onClose={onClose} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Open' });

beforeEach(() => {
  checks = [];
  rejection = null;
  sent = [];
  onClose.mockReset();
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  vi.stubGlobal('fetch', reply);
});

it('a required item blocks the step and links to where it is fixed', async () => {
  checks = [check('must', 'There is no notice.'), check('should', 'All is well.', true)];
  open();
  expect(await screen.findByText(/There is no notice/)).toBeTruthy();
  expect(screen.queryByText(/All is well/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Notice' })).toBeTruthy();
  expect(button().disabled).toBe(true);
});

it('the step waits for the newest list, which may be longer than the one before', async () => {
  const client = new QueryClient();
  const [address, params] = [
    '/api/campaigns/{campaign_id}/launch',
    { campaign_id: 7, state: 'open' },
  ];
  client.setQueryData([address, params], { state: 'draft', may_go_to: [], checks: [] });
  checks = [check('should', 'No guideline is published.')];
  open(OPENING, client);
  expect(button().disabled).toBe(true);
  expect(await screen.findByText(/No guideline is published/)).toBeTruthy();
  expect(button().disabled).toBe(false);
});

it('what should be there is said, and the step is taken with a note', async () => {
  checks = [check('should', 'No guideline is published.')];
  open();
  await screen.findByText(/No guideline is published/);
  await userEvent.type(screen.getByLabelText(/Note for the log/), 'Go.');
  await userEvent.click(button());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ state: 'open', note: 'Go.' }]);
});

it('what the server rejects shows in the dialog, which stays open', async () => {
  rejection = 'trees is open already; it can go to paused or closed.';
  open();
  await waitFor(() => expect(button().disabled).toBe(false));
  await userEvent.click(button());
  expect((await screen.findByRole('alert')).textContent).toBe(rejection);
  expect(onClose).not.toHaveBeenCalled();
});

it('a campaign is ended by its own button alone, which is not where the focus begins', async () => {
  checks = [check('should', 'Ending it is for good.')];
  open(ENDING);
  await screen.findByText(/for good/);
  const way = screen.getByRole('button', { name: 'Not now' });
  const end = screen.getByRole<HTMLButtonElement>('button', { name: 'End the campaign' });
  expect(document.activeElement).toBe(way);
  expect(end.className).toContain('final');
  await waitFor(() => expect(end.disabled).toBe(false));
  await userEvent.type(screen.getByLabelText(/Note for the log/), 'Enough.{Enter}');
  expect(sent).toEqual([]);
  await userEvent.click(end);
  await waitFor(() => expect(sent).toEqual([{ state: 'closed', note: 'Enough.' }]));
});
