import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post, remove } from '@/api/calls';
import { keyOf } from '@/api/keyOf';
import type { NewToken, NewTokenRequest } from '@/api/types';

function useDeed<Input, Done>(deed: (input: Input) => Promise<Done>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deed,
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('/api/session/tokens') }),
  });
}

/** Calls `onMade` with the token at once, which is shown only once; the list comes after. */
export const useIssueToken = (onMade: (token: NewToken) => void) =>
  useDeed(async (body: NewTokenRequest) => onMade(await post('/api/session/tokens', {}, body)));

export const useRevokeToken = () =>
  useDeed((name: string) => remove('/api/session/tokens', { name }));
