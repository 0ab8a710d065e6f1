import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { acceptInvitation } from '@/features/joining/api/acceptInvitation';
import { sentence } from '@/shared/errors';
import { CredentialsForm } from '@/shared/ui/CredentialsForm';

type Props = Readonly<{
  token: string;
  username: string | null;
  /** For who has an account and is not signed in. */
  loginForm: ReactNode;
  onJoined: (campaignId: number) => void;
}>;

export function JoinForm({ token, username, loginForm, onJoined }: Props) {
  const [hasAccount, setHasAccount] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: acceptInvitation,
    onSuccess: ({ campaign }) => onJoined(campaign.id),
  });
  if (username !== null) {
    return (
      <>
        <p>You are signed in as {username}.</p>
        {error !== null && <p role="alert">{sentence(error)}</p>}
        <p className="actions">
          <button type="button" disabled={isPending} onClick={() => mutate({ token })}>
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
        <CredentialsForm
          verb="Join"
          isNew
          error={error}
          isPending={isPending}
          onSubmit={(account) => mutate({ token, ...account })}
        />
      )}
      <p>
        <button type="button" className="plain" onClick={() => setHasAccount(!hasAccount)}>
          {hasAccount ? 'I have no account yet' : 'I have an account already'}
        </button>
      </p>
    </>
  );
}
