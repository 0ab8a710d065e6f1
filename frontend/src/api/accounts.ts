import { useMutation, useQueryClient } from '@tanstack/react-query';
import { patch, post, remove } from '@/api/calls';
import { keyOf } from '@/api/keyOf';
import { sessionKey } from '@/api/session';
import type { Account, AccountChange, InvitedAccount, NewLink } from '@/api/types';

/** How long a link made on the page is valid. */
export const LINK_HOURS = 48;

/** Something done to accounts: list and log are read again, and what one may do oneself. */
function useDeed<Input, Done>(deed: (input: Input) => Promise<Done>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deed,
    scope: { id: 'accounts' },
    onSettled: async () => {
      const changed = [keyOf('/api/accounts'), keyOf('/api/accounts/events'), sessionKey];
      for (const queryKey of changed) await client.invalidateQueries({ queryKey });
    },
  });
}

/** Calls `onMade` with the link at once, which is shown only once; the list comes after. */
export const useInviteAccount = (onMade: (link: NewLink) => void) =>
  useDeed(async (body: InvitedAccount) => onMade(await post('/api/accounts', {}, body)));

export const useMakeLink = (onMade: (link: NewLink) => void) =>
  useDeed(async ({ id }: Account) =>
    onMade(
      await post(
        '/api/accounts/{account_id}/password-link',
        { account_id: id },
        { hours: LINK_HOURS },
      ),
    ),
  );

export const useRevokeLink = () =>
  useDeed(({ id }: Account) =>
    remove('/api/accounts/{account_id}/password-link', { account_id: id }),
  );

type Change = Readonly<{ id: number; body: AccountChange }>;

export const useChangeAccount = () =>
  useDeed(({ id, body }: Change) => patch('/api/accounts/{account_id}', { account_id: id }, body));
