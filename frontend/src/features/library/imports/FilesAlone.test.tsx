import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { sessionKey } from '@/api/session';
import { FilesAlone } from '@/features/library/imports/FilesAlone';
import { MemoryRouter } from '@/shared/routing/location';
import { limitsKey } from '@/upload/send/uploads';

const DONE = { name: 'mine', n_topics: 1, runs: [], label_sets: [] };
const answers: [number, object][] = [];
const sent: FormData[] = [];

/** Takes forms as the server would, without a network. */
class TakingRequest {
  upload = {};
  onload?: () => void;
  status = 0;
  responseText = '';
  open = (): void => undefined;
  setRequestHeader = (): void => undefined;

  send(form: FormData): void {
    sent.push(form);
    const [status, body] = answers.shift() ?? [201, DONE];
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

beforeEach(() => {
  sent.length = 0;
  answers.length = 0;
  vi.stubGlobal('XMLHttpRequest', TakingRequest);
  const client = new QueryClient();
  client.setQueryData(sessionKey, { may_research: true });
  client.setQueryData(limitsKey, { max_bytes: 200 });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter at="/library/import">
        <FilesAlone taken={[]} onSending={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
});

const run = new File(['q1 Q0 d1 1 2.5 bm25\n'], 'bm25.run');
const qrels = (name: string, relevance = '2'): File =>
  new File([`q1 0 d1 ${relevance}\n`], name, { lastModified: relevance.length });

const choose = (...files: File[]): Promise<void> =>
  userEvent.upload(screen.getByLabelText('Run and label files'), files);
const thresholdOf = (called: string): Promise<HTMLInputElement> =>
  screen.findByLabelText<HTMLInputElement>(`Relevant from, in ${called}`);
const press = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name }));

it('two label files of one name each have their own threshold', async () => {
  await choose(run, qrels('q.txt'), qrels('q.txt', '1 '));
  await userEvent.type(await thresholdOf('q.txt (file 2)'), '2');
  await userEvent.type(await thresholdOf('q.txt (file 3)'), '1');
  await press('Upload');
  expect(sent[0]?.getAll('min_relevance_of')).toEqual(['2=2', '3=1']);
  expect(screen.queryByLabelText(/in bm25/)).toBeNull();
});

it('what is no threshold is told at its field, and not sent', async () => {
  await choose(qrels('a.qrels'), qrels('b.qrels'));
  await userEvent.type(await thresholdOf('a.qrels'), 'abc');
  expect(screen.getByText('A whole number from -32,767 to 32,767.')).toBeDefined();
  await userEvent.type(await thresholdOf('b.qrels'), '2');
  await userEvent.clear(await thresholdOf('b.qrels'));
  await press('Upload');
  expect(sent[0]?.has('min_relevance_of')).toBe(false);
});

it('the command for what is too large has all thresholds', async () => {
  const large = new File([`q1 0 d1 2\n${'#'.repeat(200)}`], 'large.qrels');
  await choose(large, qrels('b.qrels'));
  await userEvent.type(screen.getByLabelText('Relevant from'), '0');
  await userEvent.type(await thresholdOf('large.qrels'), '-2');
  const command =
    './dev manage import_files my-files large.qrels b.qrels --min-relevance 10 --min-relevance-of large.qrels=-2';
  expect(screen.getByText(command)).toBeDefined();
});

it('a mended file keeps the threshold that was typed for the rejected one', async () => {
  answers.push([400, { code: 'bad_file', detail: 'b.qrels, line 1: bad', file: 'b.qrels' }]);
  await choose(run, qrels('a.qrels'), qrels('b.qrels', 'high'));
  await userEvent.type(await thresholdOf('b.qrels'), '2');
  await press('Upload');
  await screen.findByRole('alert');
  await choose(qrels('b.qrels', '2  '));
  expect((await thresholdOf('b.qrels')).value).toBe('2');
  await press('Upload');
  expect(sent[1]?.getAll('min_relevance_of')).toEqual(['3=2']);
});
