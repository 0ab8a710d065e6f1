import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError, unreachable } from '@/shared/requests/errors';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { PageTrouble } from '@/shared/ui/requests/PageTrouble';
import { StaleNote } from '@/shared/ui/requests/StaleNote';

const SENTENCE = 'You judge here yourself; judgments and labels show when it has ended.';
const REFUSED = new ApiError(403, 'permission_denied', SENTENCE);
const SIGNED_OUT = new ApiError(401, 'not_authenticated', 'You are signed out.');

const show = (error: ApiError) =>
  render(
    <MemoryRouter>
      <PageTrouble title="The board cannot be shown now" error={error} onRetry={vi.fn()} />
    </MemoryRouter>,
  );

it('a refusal says so in its own words, and is not to be tried again', () => {
  show(REFUSED);
  expect(screen.getByRole('heading').textContent).toBe('You do not have access');
  expect(screen.getByText(new RegExp(SENTENCE))).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Your work' })).toBeTruthy();
});

it('an outage is one, and can be tried again', () => {
  show(unreachable());
  expect(screen.getByRole('heading').textContent).toBe('The board cannot be shown now');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it.each([
  [unreachable(), /is not responding/, null],
  [REFUSED, SENTENCE, 'Your work'],
  [SIGNED_OUT, /You are signed out/, 'Sign in'],
] as const)('what is shown longer than it holds says why: %s', (error, said, way) => {
  render(
    <MemoryRouter>
      <StaleNote error={error} />
    </MemoryRouter>,
  );
  expect(screen.getByText(said, { exact: false })).toBeTruthy();
  expect(screen.queryByRole('link')?.textContent ?? null).toBe(way);
});
