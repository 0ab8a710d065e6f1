import { useState } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Joined, NewAccount } from '@/api/types';
import { ErrorText } from '@/shared/ui/requests/ErrorText';
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
        <ErrorText error={error} />
        <p className={buttons.actions}>
          <button
            type="button"
            className={buttons.primary}
            disabled={isPending}
            onClick={() => mutate({})}
          >
            Join
          </button>
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
        <button type="button" className={buttons.flush} onClick={() => setHasAccount(!hasAccount)}>
          {hasAccount ? 'I have no account yet' : 'I have an account already'}
        </button>
      </p>
    </>
  );
}
