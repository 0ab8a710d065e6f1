import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { MessageSection } from '@/features/campaign/messages/MessageSection';

it('a message that waits for another change goes out as it was sent, to whom it was sent', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'POST') sent.push(await request.json());
    return Response.json([]);
  });
  const client = new QueryClient();
  let end: () => void = () => undefined;
  const change = { mutationFn: () => new Promise<void>((resolve) => (end = resolve)) };
  const scope = { id: 'campaign 7' };
  void client
    .getMutationCache()
    .build(client, { ...change, scope })
    .execute(undefined);
  const shown = (assessor: string) => (
    <QueryClientProvider client={client}>
      <MessageSection campaignId={7} assessor={assessor} />
    </QueryClientProvider>
  );
  const { rerender } = render(shown('otter'));
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox'), 'Well done.');
  await user.click(screen.getByRole('button', { name: 'Send the message' }));
  await user.type(screen.getByRole('textbox'), ' Not you.');
  rerender(shown('heron'));
  end();
  await vi.waitFor(() => expect(sent).toEqual([{ text: 'Well done.', recipient: 'otter' }]));
});
