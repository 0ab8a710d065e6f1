import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { useCompared } from '@/features/comparison/api/comparison';
import { readSelection } from '@/features/comparison/choice/selection';

it('what a comparison says is asked for again where the server was out for a moment', async () => {
  const replies = [new Response(null, { status: 503 }), Response.json({ measure: 'AP' })];
  vi.stubGlobal('fetch', () => Promise.resolve(replies.shift()));
  const client = new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 0 } } });
  const wrapper = ({ children }: Readonly<{ children: ReactNode }>) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const selection = readSelection(new URLSearchParams('baseline=bm25&runs=rm3&labels=nist'));
  const { result } = renderHook(
    () =>
      useCompared(
        '/api/comparison/topic-table',
        { selection, isOutdated: false },
        { measure: 'AP' },
      ),
    { wrapper },
  );
  await vi.waitFor(() => expect(result.current.data?.measure).toBe('AP'));
});
