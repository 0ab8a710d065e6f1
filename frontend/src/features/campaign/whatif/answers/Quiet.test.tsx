import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Quiet } from '@/features/campaign/whatif/answers/Quiet';
import { ApiError, unreachable } from '@/shared/requests/errors';

const ANSWERED = { data: 'read', error: null, refetch: vi.fn() };

function show(query: Parameters<typeof Quiet<string>>[0]['query'], part = {}) {
  render(
    <Quiet query={query} waiting="Counting" isStale={false} {...part}>
      {(answer) => <p>{answer}</p>}
    </Quiet>,
  );
}

it('sentences of another state go, and a figure of it is dimmed', () => {
  show(ANSWERED, { isStale: true });
  expect(screen.queryByText('read')).toBeNull();
  show(ANSWERED, { isStale: true, staysDimmed: true });
  const dimmed = screen.getByTitle('Of the state before the last change');
  expect(dimmed.getAttribute('aria-busy')).toBe('true');
});

it('after an outage it can be asked again; a refusal is a sentence', async () => {
  const refetch = vi.fn();
  show({ data: undefined, error: unreachable(), refetch });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
  show({ data: undefined, error: new ApiError(400, 'no_effects', 'Not by AP.'), refetch });
  expect(screen.getByText('Not by AP.')).toBeTruthy();
  expect(screen.getAllByRole('button')).toHaveLength(1);
});
