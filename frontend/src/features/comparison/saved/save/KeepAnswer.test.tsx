import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import type { Comparison } from '@/api/compared';
import type { Selection } from '@/features/comparison/choice/selection';
import { KeepAnswer } from '@/features/comparison/saved/save/KeepAnswer';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';

const MINE = [{ name: 'table-2', owner: 'rita' }];

function serve(): void {
  vi.stubGlobal('fetch', ({ url, method }: Request) =>
    Promise.resolve(
      Response.json(
        method === 'POST' ? {} : url.endsWith('/api/session') ? { username: 'rita' } : MINE,
      ),
    ),
  );
}

const asked = (hash: string, measure: string) => (
  <KeepAnswer
    comparison={{ content_hash: hash } as Comparison}
    selection={{} as Selection}
    isOutdated={false}
    kind="systems"
    question={{ measure }}
  />
);

it.each([
  ['answer', 'b1', 'AP'],
  ['question', 'a1', 'RR'],
])('another %s is not said to be kept', async (_, hash, measure) => {
  serve();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: Readonly<{ children: ReactNode }>) => (
    <QueryClientProvider client={client}>
      <MemoryRouter at="/">{children}</MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(asked('a1', 'AP'), { wrapper });
  await userEvent.click(await screen.findByRole('button', { name: /^Keep with/ }));
  expect(await screen.findByText('table-2')).toBeTruthy();
  rerender(asked(hash, measure));
  await screen.findByRole('button', { name: /^Keep with/ });
  expect(screen.queryByText('table-2')).toBeNull();
});
