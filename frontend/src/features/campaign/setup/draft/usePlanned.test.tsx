import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { EMPTY } from '@/features/campaign/setup/draft/draft';
import { stepOf } from '@/features/campaign/setup/draft/steps';
import { usePlanned } from '@/features/campaign/setup/draft/usePlanned';

const grade = (value: number) => ({
  ...{ value, name: `g${value}`, description: '' },
  ...{ colour: '', requires_span: false },
});
const DRAFT = {
  ...{ ...EMPTY, collection: 'trees', topicSet: 'needs', runs: ['bm25'] },
  grades: [grade(0), grade(1)],
};
const ANSWERS: Readonly<Record<string, object>> = {
  '/api/pools/preview': { depth: 1, n_pairs: [4], time: { seconds: 9 } },
  '/api/campaigns/plan': { faults: [], work: { total: 12 } },
};

let failing: Readonly<Record<string, number>>;

async function counted() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: Readonly<{ children: ReactNode }>) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => usePlanned(DRAFT), { wrapper });
  await waitFor(() => expect(result.current.isBehind).toBe(false));
  return { result, client };
}

beforeEach(() => {
  failing = {};
  vi.stubGlobal('fetch', (request: Request) => {
    const path = new URL(request.url).pathname;
    const status = failing[path] ?? 200;
    const body = status === 200 ? ANSWERS[path] : { code: 'bad', detail: 'It failed.' };
    return Promise.resolve(Response.json(body, { status }));
  });
});

it.each([
  ['/api/pools/preview', 500, null, 'The pool cannot be counted now. It failed.', 'guideline'],
  ['/api/pools/preview', 400, 'It failed.', null, 'pool'],
  ['/api/campaigns/plan', 500, null, 'The work cannot be forecast. It failed.', 'guideline'],
  ['/api/campaigns/plan', 400, null, 'The work cannot be forecast. It failed.', 'guideline'],
])('when %s answers %i later, only a refused pool closes steps', async (...expected) => {
  const [path, status, trouble, failure, step] = expected;
  const { result, client } = await counted();
  failing = { [path]: status };
  await act(() => client.refetchQueries());
  await waitFor(() =>
    expect([result.current.trouble, result.current.failure]).toEqual([trouble, failure]),
  );
  expect(stepOf('guideline', DRAFT, result.current)).toBe(step);
  expect(result.current.isBehind).toBe(trouble !== null);
  failing = {};
  act(() => result.current.retry());
  await waitFor(() =>
    expect([result.current.trouble, result.current.failure]).toEqual([null, null]),
  );
});
