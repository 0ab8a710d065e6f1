import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import TopicPage from '@/features/topic/page/TopicPage';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { Route, Routes } from '@/shared/routing/Routes';

const LOOK = {
  ...{ query_id: 'q1', query: 'which firs have cones', description: '', narrative: '' },
  ...{ place: 1, n_topics: 1, previous: null, next: null },
  ...{ labels: [], rankings: [], n_relevant: 0, relevant: [] },
};

/** Neither runs nor labels, and this answer about the topic. */
function open(topic: () => Response): void {
  vi.stubGlobal('fetch', ({ url }: Request) =>
    Promise.resolve(url.includes('/api/topic?') ? topic() : Response.json([])),
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter at="/topics/needs/q1?runs=first">
        <Routes>
          <Route path="/topics/:set/:query" element={<TopicPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('of a topic that is not there nothing is offered', async () => {
  const detail = 'There is no topic set needs.';
  open(() =>
    Response.json({ code: 'not_found', detail, fields: { topic_set: detail } }, { status: 404 }),
  );
  expect(await screen.findByText(/^There is no topic set needs/)).toBeTruthy();
  expect(screen.queryByLabelText('Runs')).toBeNull();
  expect(screen.queryByLabelText('Measure')).toBeNull();
});

it('a topic without runs and labels says so instead of an empty menu', async () => {
  open(() => Response.json(LOOK));
  expect(
    await screen.findByText('No complete run and no label set of these topics yet.'),
  ).toBeTruthy();
  expect(screen.queryByLabelText('Runs')).toBeNull();
});
