import { useState } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Joined, NewAccount } from '@/api/types';
import { Button } from '@/shared/ui/forms/Button';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { CredentialsForm } from '@/shared/ui/forms/CredentialsForm';
import buttons from '@/shared/styles/buttons.module.css';

type Props = Readonly<{
  /** As who is signed in, or with a new account. */
  join: UseMutationResult<Joined, Error, NewAccount>;
  username: string | null;
  /** For who has an account and is not signed in. */
  loginForm: ReactNode;
}>;

export function JoinForm({ join, username, loginForm }: Props) {
  const [hasAccount, setHasAccount] = useState(false);
  const { mutate, error, isPending } = join;
  if (username !== null) {
    return (
      <>
        <p>You are signed in as {username}.</p>
        <ErrorMessage error={error} />
        <p className={buttons.actions}>
          <Button look="primary" disabled={isPending} onClick={() => mutate({})}>
            Join
          </Button>
        </p>
      </>
    );
  }
  return (
    <>
      <p>{hasAccount ? 'Sign in, and then join.' : 'Choose a name and a password.'}</p>
      {hasAccount ? (
        loginForm
      ) : (
        <CredentialsForm verb="Join" isNew error={error} isPending={isPending} onSubmit={mutate} />
      )}
      <p>
        <Button look="flush" onClick={() => setHasAccount(!hasAccount)}>
          {hasAccount ? 'I have no account yet' : 'I have an account already'}
        </Button>
      </p>
    </>
  );
}
