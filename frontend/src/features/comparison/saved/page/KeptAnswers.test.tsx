import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { OpenedComparison } from '@/api/types';
import { KeptAnswers } from '@/features/comparison/saved/page/KeptAnswers';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';

const kept = (hash: string, kind: string) => ({
  ...{ kind, content_hash: hash, created_at: '2026-01-01T00:00:00Z', moved: [] },
  ...{ asked: [{ name: 'measure', value: 'AP' }], seed: null, n_draws: null },
});

/** Shows them, and collects which of them are asked for. */
function show(...answers: readonly ReturnType<typeof kept>[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', ({ url }: Request) => {
    asked.push(new URL(url).searchParams.get('hash') ?? '');
    return new Promise(() => undefined);
  });
  const opened = { answers, rows: [], row: { name: 'table-2' } } as unknown as OpenedComparison;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter at="/">
        <KeptAnswers opened={opened} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return asked;
}

it('of several answers each is asked for when it is opened', async () => {
  const asked = show(kept('a1', 'order'), kept('b2', 'bounds'));
  expect(asked).toEqual([]);
  await userEvent.click(screen.getByLabelText(/^The answer: How unjudged/));
  expect(await screen.findByText('Reading the answer…')).toBeTruthy();
  expect(asked).toEqual(['b2']);
});

it('an answer alone is open at once', async () => {
  const asked = show(kept('a1', 'order'));
  expect(await screen.findByText('Reading the answer…')).toBeTruthy();
  expect(asked).toEqual(['a1']);
});
