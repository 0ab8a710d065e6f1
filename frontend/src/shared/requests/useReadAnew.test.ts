import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { readAnew } from '@/shared/requests/useReadAnew';

const queryKey = ['judgments', 1];

test('a first answer that is older than the news does not stay', async () => {
  const client = new QueryClient();
  const answers: ((words: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  const unsubscribe = observer.subscribe(() => undefined);
  expect(answers).toHaveLength(1);
  const reading = readAnew(client, ['judgments']);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.('before');
  answers[1]?.('after');
  await reading;
  expect(client.getQueryData(queryKey)).toBe('after');
  unsubscribe();
});

test('what was read stays until it is read again', async () => {
  const client = new QueryClient();
  client.setQueryData(queryKey, 'before');
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => Promise.resolve('after'),
    staleTime: Infinity,
  });
  const unsubscribe = observer.subscribe(() => undefined);
  const reading = readAnew(client, queryKey);
  expect(client.getQueryData(queryKey)).toBe('before');
  await reading;
  expect(client.getQueryData(queryKey)).toBe('after');
  unsubscribe();
});
