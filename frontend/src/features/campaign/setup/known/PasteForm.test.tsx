import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { PoolPreview } from '@/api/types';
import { EMPTY } from '@/features/campaign/setup/draft/draft';
import { PasteForm } from '@/features/campaign/setup/known/PasteForm';

const grade = { value: 1, name: 'yes', description: '', colour: '', requires_span: false };
const preview = { depth: 1, n_pairs: [4], time: { seconds: 9 } } as unknown as PoolPreview;
const planned = {
  ...{ preview, plan: undefined, draw: null, isBehind: false, trouble: null, failure: null },
  ...{ fields: {}, retry: () => undefined },
};

it('lines typed while others are checked stay, under the one that is bad', async () => {
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const onAdd = vi.fn();
  const pool = { runs: [], depth: 1, sample: null, without_labels: [], draw: null };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PasteForm
        {...{ planned, pool, onAdd, draft: { ...EMPTY, grades: [grade] } }}
        kind="gold"
        onRemove={vi.fn()}
      />
    </QueryClientProvider>,
  );
  const field = screen.getByLabelText<HTMLTextAreaElement>('Lines of gold pairs');
  await userEvent.type(field, 'q1 d1 1\nq2 d2 1');
  await userEvent.click(screen.getByRole('button', { name: 'Add these pairs' }));
  await userEvent.type(field, '\nq3 d3 1');
  const faults = [{ number: 2, code: 'outside_pool', reason: 'passage d2 is not in the pool' }];
  answer(Response.json({ faults }));
  expect(await screen.findByText('Line 1: passage d2 is not in the pool.')).toBeDefined();
  expect(field.value).toBe('q2 d2 1\nq3 d3 1');
  await waitFor(() => expect(onAdd.mock.calls[0]?.[0]).toHaveLength(1));
});
