import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DraftRequest } from '@/api/types';
import { Draft } from '@/features/campaign/guideline/draft';
import { ApiError, unreachable } from '@/shared/requests/errors';

let sent: DraftRequest[];
let failure: Error | null;
let answers: (() => void)[] | null;

/** Each state of the draft gets a fingerprint of its own, as on the server. */
async function send(body: DraftRequest) {
  sent.push(body);
  if (answers !== null) await new Promise<void>((go) => answers?.push(go));
  if (failure !== null) throw failure;
  return { body: body.body, examples: body.examples, fingerprint: `f${sent.length}` };
}

const open = () => new Draft(send, { body: 'Be fair.', examples: [], fingerprint: 'f0' });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  failure = null;
  answers = null;
});
afterEach(() => vi.useRealTimers());

it('what is written is saved a moment later, once for several changes', async () => {
  const draft = open();
  draft.write({ body: 'Be f' });
  draft.write({ body: 'Be kind.' });
  expect(draft.read().saving).toBe('waiting');
  await pass(1000);
  expect(sent).toEqual([{ body: 'Be kind.', examples: [], before: 'f0' }]);
  expect(draft.read().saving).toBe('saved');
});

it('what is written while a save is under way goes out after it, on top of it', async () => {
  answers = [];
  const draft = open();
  draft.write({ body: 'one' });
  await pass(1000);
  draft.write({ body: 'two' });
  await pass(1000);
  expect(sent.length).toBe(1);
  answers.shift()?.();
  await pass(1000);
  expect(sent[1]).toEqual({ body: 'two', examples: [], before: 'f1' });
  expect(draft.read().saving).toBe('waiting');
  answers.shift()?.();
  await pass(0);
  expect(draft.read().saving).toBe('saved');
});

it('a save that failed in passing is tried again until it succeeds', async () => {
  failure = unreachable();
  const draft = open();
  draft.write({ body: 'one' });
  await pass(1000);
  expect(draft.read().error?.code).toBe('unreachable');
  failure = null;
  await pass(6000);
  expect(draft.read()).toEqual({
    text: { body: 'one', examples: [] },
    saving: 'saved',
    error: null,
  });
});

it('what another window wrote is written over only when asked to', async () => {
  failure = new ApiError(400, 'draft_changed', 'Changed in another window.');
  const draft = open();
  draft.write({ body: 'mine' });
  await pass(60_000);
  expect(sent.length).toBe(1);
  failure = null;
  await draft.overwrite('f9');
  expect(sent[1]).toEqual({ body: 'mine', examples: [], before: 'f9' });
  expect(draft.read().error).toBeNull();
});

it('what is to be published waits for the save under way and for what comes after it', async () => {
  answers = [];
  const draft = open();
  draft.write({ body: 'one' });
  await pass(1000);
  draft.write({ body: 'two' });
  const settled = draft.settled();
  answers.shift()?.();
  await pass(0);
  answers.shift()?.();
  expect(await settled).toBe('f2');
  expect(sent.map(({ body, before }) => [body, before])).toEqual([
    ['one', 'f0'],
    ['two', 'f1'],
  ]);
});

it('what could not be saved is not published', async () => {
  failure = new ApiError(400, 'draft_changed', 'Changed in another window.');
  const draft = open();
  draft.write({ body: 'mine' });
  await expect(draft.settled()).rejects.toBe(failure);
});

it('leaving the page saves at once, and nothing twice', async () => {
  const draft = open();
  draft.flush();
  draft.write({ body: 'last words' });
  draft.flush();
  await pass(5000);
  expect(sent.map(({ body }) => body)).toEqual(['last words']);
});
