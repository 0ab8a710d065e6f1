import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import SharedPage from '@/features/comparison/saved/page/SharedPage';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';

const ROW = {
  ...{ labels: 'gold', measure: 'RR@10', baseline: 'bm25', run: 'bert', stars: '' },
  ...{ baseline_mean: 0.2, run_mean: 0.3, difference: 0.1, low: 0.01, high: 0.19 },
  ...{ p_value: 0.03, p_adjusted: 0.06, n_topics: 43, lower_is_better: false },
  ...{ min_relevance: 1, simulated: false },
};
const SHARED = {
  ...{ name: 'table-2', note: '', frozen_at: '2026-01-01T00:00:00Z', test: 't' },
  ...{ correction: 'holm', family: 'column', baseline_labels: null, rows: [ROW] },
};

/** Opens the page by a link, and collects the requests for the comparison. */
function open(shared: typeof SHARED): Request[] {
  const asked: Request[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    if (!request.url.includes('/api/shared-comparisons')) return new Promise(() => undefined);
    asked.push(request);
    return Promise.resolve(Response.json(shared));
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter at="/shared#secret">
        <SharedPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return asked;
}

/** The cells of the frozen row, by the labels that they have on a phone. */
async function cells(): Promise<Record<string, string | null>> {
  const table = await screen.findByRole('table');
  return Object.fromEntries(
    within(table)
      .getAllByRole('cell')
      .map((cell) => [cell.dataset['label'] ?? '', cell.textContent]),
  );
}

it('the token of a link is in the body of the request, and not in its address', async () => {
  const asked = open(SHARED);
  await screen.findByRole('table');
  expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(['/api/shared-comparisons']);
  expect(await asked[0]?.json()).toEqual({ token: 'secret' });
});

it('the p of the interval stands beside the corrected one', async () => {
  open(SHARED);
  expect(await cells()).toMatchObject({
    interval: '[+.010, +.190]',
    p: '.030',
    'p, corrected': '.060',
  });
});

it('without a correction there is one p', async () => {
  open({ ...SHARED, correction: 'none', rows: [{ ...ROW, p_adjusted: null as never }] });
  const found = await cells();
  expect(found['p']).toBe('.030');
  expect(found).not.toHaveProperty('p, corrected');
});
