import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError, unreachable } from '@/shared/requests/errors';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { Loaded } from '@/shared/ui/requests/Loaded';

const REFUSED = new ApiError(403, 'permission_denied', 'Ask an organizer.');

it.each([
  ['an outage leaves the answer, and what was typed into it', 'read', unreachable(), 'read'],
  ['a refusal takes its place', 'read', REFUSED, 'Ask an organizer.'],
  ['without an answer an outage shows', undefined, unreachable(), /cannot be reached/],
] as const)('%s', (_, data, error, shown) => {
  render(
    <MemoryRouter>
      <Loaded query={{ data, error, refetch: vi.fn() }} waiting="Reading">
        {(answer) => <p>{answer}</p>}
      </Loaded>
    </MemoryRouter>,
  );
  expect(screen.getByText(shown)).toBeTruthy();
});
