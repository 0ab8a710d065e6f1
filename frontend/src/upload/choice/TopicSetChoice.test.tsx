import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { keyOf } from '@/api/keyOf';
import type { TopicSet } from '@/api/types';
import { TopicSetChoice } from '@/upload/choice/TopicSetChoice';

const DONE = {
  n_topics: 2,
  first_query_id: '1',
  last_query_id: '2',
  note: '',
  n_skipped: 0,
  mojibake: { n: 0 },
};

/** Takes forms as the server would, without a network. */
class TakingRequest {
  upload = {};
  onload?: () => void;
  status = 201;
  responseText = JSON.stringify(DONE);
  open = (): void => undefined;
  setRequestHeader = (): void => undefined;
  send = (): void => this.onload?.();
}

it('what an upload stored is said of that topic set and of no other', async () => {
  vi.stubGlobal('XMLHttpRequest', TakingRequest);
  const client = new QueryClient();
  client.setQueryData(keyOf('/api/upload-limits'), { max_bytes: 200 });
  const rows = ['dl19', 'mine'].map((name) => ({ name, n_topics: 2 }) as TopicSet);
  render(
    <QueryClientProvider client={client}>
      <TopicSetChoice rows={rows} value="" onChoose={() => undefined} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Upload other topics' }));
  await user.upload(screen.getByLabelText('File of topics'), new File(['1\tq\n2\tr\n'], 'new.tsv'));
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  expect(await screen.findByText('Stored. 2 topics, from 1 to 2.')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('What was searched for'), 'dl19');
  expect(screen.queryByText(/^Stored/)).toBeNull();
});
