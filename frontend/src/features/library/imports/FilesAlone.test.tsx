import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { sessionKey } from '@/api/session';
import { FilesAlone } from '@/features/library/imports/FilesAlone';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { keyOf } from '@/api/keyOf';

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
  client.setQueryData(keyOf('/api/upload-limits'), { max_bytes: 200 });
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
  const second = await thresholdOf('q.txt (file 2)');
  await userEvent.clear(second);
  await userEvent.type(second, '2');
  expect((await thresholdOf('q.txt (file 3)')).value).toBe('1');
  await press('Upload');
  expect(sent[0]?.getAll('min_relevance_of')).toEqual(['2=2', '3=1']);
  expect(screen.queryByLabelText(/in bm25/)).toBeNull();
});

it('labels are listed, and the proposed threshold is sent unless another is typed', async () => {
  const graded = new File(['q1 0 7 0\nq1 0 8 1\nq1 0 9 2\nq1 0 10 3\n'], 'dl.qrels');
  await choose(run, graded, qrels('plain.qrels', '1'));
  expect((await thresholdOf('dl.qrels')).value).toBe('2');
  expect(screen.getByText(/^Labels: 0, 1, 2, 3. Suggested: 2/)).toBeDefined();
  expect(screen.getByText('Labels: 1. Suggested: 1, the highest.')).toBeDefined();
  await press('Upload');
  expect(sent[0]?.getAll('min_relevance_of')).toEqual(['2=2', '3=1']);
});

it('what is no threshold is refused at its field, and not sent', async () => {
  await choose(qrels('a.qrels'), qrels('b.qrels'));
  await userEvent.type(await thresholdOf('a.qrels'), 'abc');
  expect(screen.getByText('A whole number from -32,767 to 32,767.')).toBeDefined();
  await userEvent.clear(await thresholdOf('b.qrels'));
  await press('Upload');
  expect(sent[0]?.getAll('min_relevance_of')).toEqual(['1=1', '2=1']);
});

it('the command for what is too large has all thresholds, and quotes names', async () => {
  const large = new File([`q1 0 d1 2\n${'#'.repeat(200)}`], "rita's new.qrels");
  await choose(large, qrels('b.qrels'));
  const field = await thresholdOf("rita's new.qrels");
  await userEvent.clear(field);
  await userEvent.type(field, '-2');
  const name = `'rita'"'"'s new.qrels'`;
  const command = `./dev manage import_files my-files ${name} b.qrels --min-relevance-of ${name}=-2`;
  expect(screen.getByText(command)).toBeDefined();
});

it('a mended file takes the place of the rejected one, with the threshold typed for that', async () => {
  const refusal = { code: 'bad_file', detail: 'q, line 1: bad', file: 'q', place: 2 };
  answers.push([400, refusal]);
  await choose(run, qrels('q', 'high'), qrels('q', '2'));
  await userEvent.type(await thresholdOf('q (file 2)'), '{Backspace}2');
  await press('Upload');
  await screen.findByRole('alert');
  await choose(qrels('q', '2  '));
  expect((await thresholdOf('q (file 2)')).value).toBe('2');
  expect((await thresholdOf('q (file 3)')).value).toBe('1');
  await press('Upload');
  expect(sent[1]?.getAll('min_relevance_of')).toEqual(['2=2', '3=1']);
  expect(sent[1]?.getAll('file').map((file) => (file as File).size)).toEqual([run.size, 12, 10]);
});
