import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { Run } from '@/api/types';
import { RunTable } from '@/features/library/components/RunTable';

const OF_PAIRS: Run = {
  name: 'sums',
  collection: 'trees',
  topic_set: 'needs',
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

it('a run made of pairs says from which, in no word of the code', () => {
  render(
    <MemoryRouter>
      <RunTable runs={[OF_PAIRS]} mayResearch />
    </MemoryRouter>,
  );
  expect(screen.getByText('computed here, from duo').textContent).toBeTruthy();
  expect(screen.queryByText(/pair-aggregation/)).toBeNull();
});
