import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { WholePair } from '@/api/types';
import { DecisionForm } from '@/features/campaign/pairs/decision/DecisionSection';

const SCALE = [1, 2, 3].map((value) => ({
  value,
  name: '',
  description: '',
  colour: '#2f5d8a',
  requires_span: false,
}));
const PAIR = { row: { id: 5, decision: null }, version: 'v1' } as WholePair;

it('a key pressed before the answer to the last one came is not lost', async () => {
  const sent: unknown[] = [];
  let answerFirst: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (answerFirst = resolve));
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.json());
    await first;
    return Response.json(PAIR);
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DecisionForm campaignId={7} pair={PAIR} scale={SCALE} mayDecide>
        {null}
      </DecisionForm>
    </QueryClientProvider>,
  );
  await userEvent.keyboard('223');
  const made = (grade: number) => ({ grade, note: '', seen: 'v1' });
  await waitFor(() => expect(sent).toEqual([made(2)]));
  answerFirst();
  await waitFor(() => expect(sent).toEqual([made(2), made(3)]));
});
