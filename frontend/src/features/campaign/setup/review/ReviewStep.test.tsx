import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { PoolPreview } from '@/api/types';
import { keyOf } from '@/api/keyOf';
import { EMPTY } from '@/features/campaign/setup/draft/draft';
import { ReviewStep } from '@/features/campaign/setup/review/ReviewStep';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';

const preview = { depth: 1, n_pairs: [4], n_topics: [2] } as unknown as PoolPreview;

it.each([
  [true, null, 'Counting the work…'],
  [false, null, 'It starts as a draft. Next, invite people.'],
  [true, 'It failed.', 'It starts as a draft. Next, invite people.'],
])('the review says what the button waits for (%s, %s)', (isBehind, failure, note) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(keyOf('/api/campaigns'), []);
  const planned = {
    ...{ preview, plan: undefined, draw: null, isBehind, trouble: null, failure },
    ...{ fields: {}, retry: () => undefined },
  };
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ReviewStep draft={EMPTY} planned={planned} change={vi.fn()} forget={vi.fn()} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.getByText(note).getAttribute('role')).toBe('status');
});
