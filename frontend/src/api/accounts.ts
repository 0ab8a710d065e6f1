import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { answer, api, read } from '@/api/client';
import { sessionKey } from '@/api/session';
import type { Account, AccountChange, InvitedAccount, NewLink } from '@/api/types';

/** How long a link made on the page is valid. */
export const LINK_HOURS = 48;

const accountsKey = ['accounts'];
const linkParams = (id: number) => ({ params: { path: { account_id: id } } });

/** Accounts whose names contain what is sought; the page before stays until the next is there. */
export const useAccounts = (search: string, page: number) =>
  useQuery({
    queryKey: [...accountsKey, 'list', search, page],
    queryFn: read('/api/accounts', { query: { search, page } }),
    placeholderData: keepPreviousData,
  });

/** What was done to accounts, the newest first, page by page. */
export const useAccountEvents = () =>
  useInfiniteQuery({
    queryKey: [...accountsKey, 'events'],
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET('/api/accounts/events', {
          params: { query: pageParam === null ? {} : { before: pageParam } },
          signal,
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before,
  });

/** Something done to accounts: list and log are read again, and what one may do oneself. */
function useDeed<Input, Done>(deed: (input: Input) => Promise<Done>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deed,
    scope: { id: 'accounts' },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: accountsKey });
      await client.invalidateQueries({ queryKey: sessionKey });
    },
  });
}

/** Calls `onMade` with the link at once, which is shown only once; the list comes after. */
export const useInviteAccount = (onMade: (link: NewLink) => void) =>
  useDeed(async (body: InvitedAccount) =>
    onMade(await answer(api.POST('/api/accounts', { body }))),
  );

export const useMakeLink = (onMade: (link: NewLink) => void) =>
  useDeed(async ({ id }: Account) =>
    onMade(
      await answer(
        api.POST('/api/accounts/{account_id}/password-link', {
          ...linkParams(id),
          body: { hours: LINK_HOURS },
        }),
      ),
    ),
  );

export const useRevokeLink = () =>
  useDeed(async ({ id }: Account) => {
    await answer(api.DELETE('/api/accounts/{account_id}/password-link', linkParams(id)));
  });

type Change = Readonly<{ id: number; body: AccountChange }>;

export const useChangeAccount = () =>
  useDeed(({ id, body }: Change) =>
    answer(api.PATCH('/api/accounts/{account_id}', { ...linkParams(id), body })),
  );
