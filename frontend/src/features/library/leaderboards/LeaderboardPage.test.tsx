import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import LeaderboardPage from '@/features/library/leaderboards/LeaderboardPage';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { Route, Routes } from '@/shared/routing/Routes';

const row = (run: string, place: number) => ({
  ...{ run, place, team: '', kind: 'trad', mean: 1 / place, interval: [0, 1] },
  ...{ n_missing: 0, judged: 1, is_best_of_kind: false, other: null },
  ...{ link: '', beside: [], letters: 'a', same_as: null, these_topics: null },
});

const BOARD = {
  ...{ topic_set: 'needs', labels: 'old', other_labels: null, measure: 'nDCG@10' },
  ...{ lower_is_better: false, beside: [], cutoff: 10, n_topics: 6, left_out: [] },
  ...{
    confidence: 0.95,
    tau: null,
    sample: null,
    other_sample: null,
    rows: [row('bert', 1), row('bm25', 2)],
  },
};

/** The board by nDCG@10 is there; any other never comes. */
function serve({ url }: Request): Promise<Response> {
  if (url.includes('/api/menus')) return Promise.resolve(Response.json([]));
  if (!url.includes('/api/leaderboard'))
    return Promise.resolve(Response.json({ name: 'needs', label_sets: ['old', 'new'] }));
  return url.includes('measure=nDCG')
    ? Promise.resolve(Response.json(BOARD))
    : new Promise(() => undefined);
}

it('a board cannot be acted on while the one that is asked for loads', async () => {
  vi.stubGlobal('fetch', serve);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter at="/library/topics/of/needs/board">
        <Routes>
          <Route path="/library/topics/of/:name/board" element={<LeaderboardPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const board = await screen.findByRole('group', { name: 'Leaderboard' });
  expect(board.closest('[inert]')).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Measure'), 'AP');
  expect(board.closest('[inert]')?.getAttribute('aria-busy')).toBe('true');
});
