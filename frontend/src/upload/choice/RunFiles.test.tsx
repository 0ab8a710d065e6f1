import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { keyOf } from '@/api/keyOf';
import { RunFiles } from '@/upload/choice/RunFiles';

/** Never answers, and lists the kinds that were sent. */
class SilentRequest {
  static readonly kinds: unknown[] = [];
  upload = {};
  open = (): void => undefined;
  setRequestHeader = (): void => undefined;
  send = (form: FormData): void => void SilentRequest.kinds.push(form.get('kind'));
}

it('each run is sent with its own kind, or with the kind of all', async () => {
  vi.stubGlobal('XMLHttpRequest', SilentRequest);
  const client = new QueryClient();
  client.setQueryData(keyOf('/api/upload-limits'), { max_bytes: 50 });
  render(
    <QueryClientProvider client={client}>
      <RunFiles
        over={{ collection: 'c', topicSet: 't' }}
        label="Run files"
        taken={[]}
        onDone={vi.fn()}
      />
    </QueryClientProvider>,
  );
  const files = [new File(['a'], 'bm25.run'), new File(['b'], 'bert.run')];
  await userEvent.upload(screen.getByLabelText('Run files'), files);
  await userEvent.selectOptions(screen.getByLabelText(/Kind of bert/), 'neural');
  await userEvent.selectOptions(screen.getByLabelText(/Kind of all/), 'traditional');
  expect(screen.getByLabelText<HTMLSelectElement>(/Kind of bm25/).value).toBe('trad');
  await userEvent.click(screen.getByRole('button', { name: 'Remove bm25.run' }));
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  expect(SilentRequest.kinds).toEqual(['nn']);
});
