import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { FileRejected } from '@/upload/send/upload';
import { keyOf } from '@/api/keyOf';
import type { Send } from '@/upload/send/uploads';
import { UploadBox } from '@/upload/box/UploadBox';
import { ApiError } from '@/shared/requests/errors';

type Together = Readonly<{ isOneThing: true; nameTogether: (files: readonly File[]) => string }>;

function show(send: Send, taken: readonly string[] = [], together: Partial<Together> = {}) {
  const client = new QueryClient();
  client.setQueryData(keyOf('/api/upload-limits'), { max_bytes: 50 });
  const onDone = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <UploadBox
        what="run"
        label="Run files"
        hint="TREC"
        isMultiple
        taken={taken}
        command={(name, file) => `import_run ${file} --name ${name}`}
        send={send}
        onDone={onDone}
        {...together}
      />
    </QueryClientProvider>,
  );
  return onDone;
}

const file = (name: string, size = 10): File => new File(['x'.repeat(size)], name);
const stored: Send = () => Promise.resolve('2 topics.');

it('every file is sent under its name, and what came of it stays', async () => {
  const onDone = show(stored, ['a']);
  await userEvent.upload(screen.getByLabelText('Run files'), [file('a.run'), file('b.run')]);
  await userEvent.click(screen.getByRole('button', { name: 'Upload both' }));
  expect(await screen.findAllByText(/Stored. 2 topics/)).toHaveLength(2);
  expect(onDone.mock.calls).toEqual([
    ['a-2', '2 topics.'],
    ['b', '2 topics.'],
  ]);
  expect(screen.queryByRole('button', { name: /^Upload/ })).toBeNull();
});

it('the field itself says nothing of files once some are listed', async () => {
  show(stored);
  const input = screen.getByLabelText('Run files');
  expect(input.dataset['chosen']).toBeUndefined();
  await userEvent.upload(input, file('a.run'));
  expect(input.dataset['chosen']).toBe('true');
});

it('once files are chosen the button that sends them comes into view', async () => {
  const shown: (string | null)[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.textContent);
  });
  show(stored);
  expect(shown).toEqual([]);
  await userEvent.upload(screen.getByLabelText('Run files'), [file('a.run'), file('b.run')]);
  expect(shown).toEqual(['Upload both']);
});

it('a taken name is refused before anything is sent', async () => {
  show(stored, ['a']);
  await userEvent.upload(screen.getByLabelText('Run files'), file('b.run'));
  const name = screen.getByLabelText('Name of the run');
  await userEvent.clear(name);
  await userEvent.type(name, 'a');
  expect(screen.getByText('The name a is taken; choose another.')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Upload' }).disabled).toBe(true);
});

it('what is too large is not sent, and its command shows, to be copied', async () => {
  show(stored);
  await userEvent.upload(screen.getByLabelText('Run files'), file('big.run', 51));
  expect(screen.getByText('import_run big.run --name big')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Upload' }).disabled).toBe(true);
  expect(screen.getByRole('button', { name: 'Copy' })).toBeDefined();
});

it('a rejected file stops no other, and a corrected one replaces it', async () => {
  const rejection = new ApiError(400, 'bad_file', 'a.run, line 1: bad');
  const bad = [1, 2].map((line) => ({ line, reason: 'bad', code: 'not_utf8' }));
  const found = { file: 'a.run', n_bad_lines: 30, bad_lines: bad };
  let isMended = false;
  show((name) =>
    name === 'a' && !isMended
      ? Promise.reject(new FileRejected(rejection, found))
      : Promise.resolve('Good.'),
  );
  const input = screen.getByLabelText('Run files');
  await userEvent.upload(input, [file('a.run'), file('b.run')]);
  await userEvent.click(screen.getByRole('button', { name: 'Upload both' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    '30 bad lines. Nothing of this file was stored; mend it and choose the file again. The first 2:',
  );
  expect(screen.getAllByText(/Stored/)).toHaveLength(1);
  isMended = true;
  await userEvent.upload(input, file('a.run'));
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  expect(await screen.findAllByText(/Stored/)).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a rejected file can be sent again as it is, once it is read otherwise', async () => {
  const rejection = new ApiError(400, 'bad_file', 'a.run, line 1: bad');
  const found = { file: 'a.run', n_bad_lines: 0, bad_lines: [] };
  let isLenient = false;
  show(() =>
    isLenient ? Promise.resolve('Good.') : Promise.reject(new FileRejected(rejection, found)),
  );
  await userEvent.upload(screen.getByLabelText('Run files'), file('a.run'));
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  expect((await screen.findByRole('alert')).textContent).toContain('line 1: bad');
  isLenient = true;
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  expect(await screen.findByText(/Stored. Good/)).toBeDefined();
});

it('what failed for another reason can be sent again as it is', async () => {
  let isOnline = false;
  show(() =>
    isOnline
      ? Promise.resolve('Good.')
      : Promise.reject(new ApiError(0, 'unreachable', 'The server cannot be reached.')),
  );
  await userEvent.upload(screen.getByLabelText('Run files'), file('a.run'));
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');
  isOnline = true;
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  expect(await screen.findByText(/Stored/)).toBeDefined();
});

it('files that are dropped while others are on their way are not taken for those', async () => {
  show(() => new Promise(() => undefined));
  await userEvent.upload(screen.getByLabelText('Run files'), file('a.run'));
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  fireEvent.drop(screen.getByRole('list'), { dataTransfer: { files: [file('b.run')] } });
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

it('files of one thing may come one after the other, and each may go again', async () => {
  const sent = vi.fn<Send>(() => Promise.resolve('Good.'));
  show(sent, ['mine'], { isOneThing: true, nameTogether: () => 'mine' });
  const input = screen.getByLabelText('Run files');
  const twice = file('b.run');
  await userEvent.upload(input, [file('a.run'), twice]);
  await userEvent.upload(input, [twice, file('b.run', 20), file('c.qrels')]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove a.run' }));
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  expect(await screen.findByText(/Stored/)).toBeDefined();
  const [name, files] = sent.mock.calls[0] ?? [];
  expect([name, files?.map((one) => [one.name, one.size])]).toEqual([
    'mine-2',
    [
      ['b.run', 10],
      ['b.run', 20],
      ['c.qrels', 10],
    ],
  ]);
});

it('a name that was given stays when more files come', async () => {
  show(stored, [], { isOneThing: true, nameTogether: () => 'mine' });
  const input = screen.getByLabelText('Run files');
  await userEvent.upload(input, file('a.run'));
  await userEvent.type(screen.getByLabelText('Name of the run'), '-own');
  await userEvent.upload(input, file('b.run'));
  expect(screen.getByLabelText<HTMLInputElement>('Name of the run').value).toBe('mine-own');
});

it('a name that nobody gave follows the files when one is removed', async () => {
  const nameTogether = (files: readonly File[]): string => files.map(({ name }) => name).join('+');
  show(stored, [], { isOneThing: true, nameTogether });
  const input = screen.getByLabelText('Run files');
  const name = (): string => screen.getByLabelText<HTMLInputElement>('Name of the run').value;
  await userEvent.upload(input, [file('a'), file('b')]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove a' }));
  expect(name()).toBe('b');
  await userEvent.upload(input, file('c'));
  expect(name()).toBe('b+c');
});

it('of several files the one with bad lines is named', async () => {
  // By the sentence alone it could be either.
  const rejection = new ApiError(400, 'bad_file', 'a.run, line, line 1: bad');
  const bad = [1, 2].map((line) => ({ line, reason: 'bad', code: 'not_utf8' }));
  const found = { file: 'a.run, line', bad_lines: bad };
  show(() => Promise.reject(new FileRejected(rejection, found)), [], {
    isOneThing: true,
    nameTogether: () => 'mine',
  });
  const sent = [file('a.run'), file('a.run, line')];
  await userEvent.upload(screen.getByLabelText('Run files'), sent);
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'a.run, line: 2 bad lines. Nothing of these files was stored; mend them and choose the file again.',
  );
});

it('nothing is stored of wrongly decoded text until somebody chooses, and the choice is sent', async () => {
  const refusal = new ApiError(400, 'wrongly_decoded', '2 passages look wrongly decoded.');
  const mojibake = { n: 2, examples: [{ before: 'cafÃ©', after: 'café' }] };
  const choices: unknown[] = [];
  let resolve: (report: string) => void = () => undefined;
  const promise = new Promise<string>((settle) => (resolve = settle));
  show((_, __, ___, choice) => {
    choices.push(choice);
    return choice === undefined ? Promise.reject(new FileRejected(refusal, { mojibake })) : promise;
  });
  await userEvent.upload(screen.getByLabelText('Run files'), file('a.run'));
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  expect((await screen.findByRole('alert')).textContent).toContain('cafÃ© → café');
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Mend them' }));
  expect(document.activeElement).toBe(screen.getByRole('list')); // the button is gone
  resolve('Good.');
  expect(await screen.findByText(/Stored. Good/)).toBeDefined();
  expect(choices).toEqual([undefined, 'mend']);
});
