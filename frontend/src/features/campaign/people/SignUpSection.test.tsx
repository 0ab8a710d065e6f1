import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { Route, Routes } from '@/shared/routing/Routes';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { expect, it, vi } from 'vitest';
import { SignUpSection } from '@/features/campaign/people/SignUpSection';

/** Answers as a server would that keeps what it is asked to. */
function keepsOptions(): typeof fetch {
  let options = { allows_sign_up: false };
  return async (input) => {
    const request = input as Request;
    if (request.method === 'PATCH') {
      options = (await request.json()) as typeof options;
      return Response.json(options);
    }
    const mayChange = { allows_sign_up: true };
    return Response.json({ id: 7, state: 'draft', options, may_change: mayChange });
  };
}

it('a tick that was set stays set while it is being kept', async () => {
  vi.stubGlobal('fetch', keepsOptions());
  const stateGiven = vi.spyOn(HTMLInputElement.prototype, 'checked', 'set');
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter at="/campaigns/7/people">
        <Suspense>
          <Routes>
            <Route path="/campaigns/:id/people" element={<SignUpSection />} />
          </Routes>
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const box = await screen.findByLabelText(/Anybody may join/);
  stateGiven.mockClear();
  await userEvent.click(box);
  await screen.findByText(/It opens when the campaign does/);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(stateGiven).toHaveBeenCalledWith(true);
  expect(stateGiven).not.toHaveBeenCalledWith(false);
});
