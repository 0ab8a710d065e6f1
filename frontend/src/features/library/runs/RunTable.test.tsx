import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from '@/shared/routing/location';
import { expect, it } from 'vitest';
import type { Run } from '@/api/types';
import { RunTable } from '@/features/library/runs/RunTable';

const OF_PAIRS: Run = {
  name: 'sums',
  collection: 'trees',
  topic_set: 'needs',
  lineage: { collections: ['trees'], topic_sets: ['needs'] },
  team: '',
  source: 'computed',
  ranker: 'pair-aggregation',
  description: 'pairs of duo aggregated by sum',
  asked: null,
  job: null,
  has_pairs: false,
  parent: 'duo',
  n_topics: 1,
  depth: 5,
  status: 'complete',
  created_at: '2026-05-04T12:00:00Z',
};

it('a whole run can be downloaded, by organizers as well; one in the making cannot', () => {
  const runs = [
    { ...OF_PAIRS, name: 'a/b c' },
    { ...OF_PAIRS, status: 'failed' as const },
  ];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <RunTable runs={runs} mayResearch={false} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const links = screen.getAllByRole('link', { name: /^Download/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/api/runs/download?name=a%2Fb+c',
  ]);
});

it('a run made of pairs says from which, in no word of the code', () => {
  render(
    <MemoryRouter>
      <RunTable runs={[OF_PAIRS]} mayResearch />
    </MemoryRouter>,
  );
  expect(screen.getByText('computed here, from duo').textContent).toBeTruthy();
  expect(screen.queryByText(/pair-aggregation/)).toBeNull();
});
