import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Comparison } from '@/api/compared';
import { readSelection } from '@/features/comparison/choice/selection';
import { FewestLabels } from '@/features/comparison/verdict/FewestLabels';

it('is asked of labels that are no sample alone', async () => {
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', ({ url }: Request) => {
    asked.push(new URL(url).searchParams.get('label_set'));
    return Promise.resolve(Response.json({ problem: '', leader: null }));
  });
  const sample = { n_judged: 9, n_drawable: 20, measures: ['P@10'], text: 'estimated from 9' };
  const blocks = [
    { labels: 'drawn', sample },
    { labels: 'whole', sample: null },
  ];
  const comparison = { baseline: 'bm25', blocks } as unknown as Comparison;
  const selection = readSelection(new URLSearchParams('runs=bert&labels=drawn,whole'));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FewestLabels of={{ comparison, selection, isOutdated: false }} run="bert" measure="P@10" />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(asked).toEqual(['whole']));
});
