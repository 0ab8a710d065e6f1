import { useState } from 'react';
import { useChangeAccount, useMakeLink, useRevokeLink } from '@/api/accounts';
import type { Account, NewLink } from '@/api/types';
import type { Right, Wanted } from '@/app/accounts/accountTexts';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';

/** What is asked once more before it is done. */
type Asked = Readonly<{ account: Account; what: 'deactivate' | 'appoint' | 'dismiss' }>;

const WORDS = {
  deactivate: {
    title: (name: string) => `Deactivate ${name}?`,
    verb: 'Deactivate',
    means:
      'They are signed out everywhere and cannot sign in. What they judged stays. An administrator can activate the account again.',
  },
  appoint: {
    title: (name: string) => `Make ${name} an administrator?`,
    verb: 'Make an administrator',
    means:
      'Administrators have all rights: they run campaigns, compute and compare runs, and manage accounts, including yours.',
  },
  dismiss: {
    title: (name: string) => `Let ${name} no longer be an administrator?`,
    verb: 'Withdraw the right',
    means: 'They keep their other rights, and no longer see this page.',
  },
} as const;

type Props = Readonly<{
  asked: Asked;
  isPending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}>;

function Question({ asked, ...rest }: Props) {
  const { title, verb, means } = WORDS[asked.what];
  return (
    <ConfirmDialog title={title(asked.account.username)} verb={verb} {...rest}>
      <p>{means}</p>
    </ConfirmDialog>
  );
}

const CHANGES = {
  deactivate: { is_active: false },
  appoint: { is_administrator: true },
  dismiss: { is_administrator: false },
} as const;

/** What can be done to the accounts of the list, and what is asked before. */
export function useDeeds(onMade: (link: NewLink) => void) {
  const [asked, setAsked] = useState<Asked | null>(null);
  // What was asked for shows at once, and what holds when the server has answered.
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const change = useChangeAccount();
  const link = useMakeLink(onMade);
  const revoke = useRevokeLink();
  const all = [change, link, revoke];
  const error = all.map((one) => one.error).find((one) => one !== null) ?? null;
  const begin = (act: () => void) => {
    for (const one of all) one.reset();
    setWanted(null);
    act();
  };
  const grant = ({ id, right, granted }: Wanted): void => {
    setWanted({ id, right, granted });
    change.mutate({ id, body: { [right]: granted } }, { onSettled: () => setWanted(null) });
  };
  const ask = (account: Account, what: Asked['what']) => begin(() => setAsked({ account, what }));
  const deeds = {
    isBusy: all.some((one) => one.isPending),
    wanted,
    onRight: (account: Account, right: Right, granted: boolean) => {
      if (right === 'is_administrator') ask(account, granted ? 'appoint' : 'dismiss');
      else begin(() => grant({ id: account.id, right, granted }));
    },
    onActive: (account: Account, isActive: boolean) =>
      isActive
        ? begin(() => change.mutate({ id: account.id, body: { is_active: true } }))
        : ask(account, 'deactivate'),
    onLink: (account: Account) => begin(() => link.mutate(account)),
    onRevoke: (account: Account) => begin(() => revoke.mutate(account)),
  };
  const question = asked !== null && (
    <Question
      asked={asked}
      isPending={change.isPending}
      error={change.error}
      onConfirm={() =>
        change.mutate(
          { id: asked.account.id, body: CHANGES[asked.what] },
          { onSuccess: () => setAsked(null) },
        )
      }
      onClose={() => setAsked(null)}
    />
  );
  return { deeds, question, error: asked === null ? error : null };
}
