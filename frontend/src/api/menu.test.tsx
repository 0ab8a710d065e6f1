import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { useMenu } from '@/api/menu';

it('keeps what is archived just now until it is read by its name', async () => {
  const client = new QueryClient();
  const wrapper = ({ children }: Readonly<{ children: ReactNode }>) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  let menu = ['bm25', 'bert'];
  let answer = (): void => undefined;
  const byName = new Promise<void>((resolve) => (answer = resolve));
  const read = async (also: string[]) => {
    if (also.length > 0) await byName;
    return [...menu, ...also].map((name) => ({ name, isByName: also.includes(name) }));
  };
  const { result } = renderHook(() => useMenu(['runs'], read, ['bert']), { wrapper });
  const found = () => result.current.data?.find(({ name }) => name === 'bert');
  await waitFor(() => expect(found()?.isByName).toBe(false));

  menu = ['bm25'];
  await act(() => client.invalidateQueries({ queryKey: ['runs'], exact: true }));
  await waitFor(() => expect(client.isFetching({ queryKey: ['runs', 'also'] })).toBe(1));
  expect(found()?.isByName).toBe(false);

  answer();
  await waitFor(() => expect(found()?.isByName).toBe(true));
});
