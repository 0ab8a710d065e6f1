import { useState } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '@/api/session';
import type { Joined, NewAccount } from '@/api/types';
import { asApiError } from '@/shared/requests/errors';
import {
  NEW_PASSWORD,
  NEW_USERNAME,
  passwordTrouble,
  usernameTrouble,
} from '@/shared/ui/fields/passwords';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import buttons from '@/shared/styles/buttons.module.css';
import form from '@/shared/ui/forms/CredentialsForm.module.css';

/** As who is signed in, or with a new account. */
type Joining = Readonly<{ join: UseMutationResult<Joined, Error, NewAccount> }>;

type EmailProps = Readonly<{
  value: string;
  onChange: (value: string) => void;
  trouble: string | null;
}>;

/** An address for links to a new password, where the installation sends e-mail. */
function EmailField(field: EmailProps) {
  const { data: session } = useSession();
  if (!session?.sends_mail) return null;
  return (
    <TextField
      label="E-mail address (optional)"
      hint="Only for a link if you forget your password. Nobody else sees it."
      width="full"
      type="email"
      autoComplete="email"
      {...field}
    />
  );
}

/** A name and a password of one's own; what is wrong shows once a field is left. */
function NewAccountForm({ join: { mutate, error, isPending, reset } }: Joining) {
  const [email, setEmail] = useState('');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isShown, setShown] = useState(false);
  const fields = error === null ? {} : asApiError(error).fields;
  const isAbout = Object.keys(fields).length > 0;
  const found = {
    username: usernameTrouble(username),
    password: passwordTrouble(password, username),
  };
  const leave = (...names: string[]): void => setLeft(new Set([...left, ...names]));
  const type = (set: (value: string) => void) => (value: string) => {
    reset();
    set(value);
  };

  function submit(): void {
    leave('username', 'password');
    if (found.username === null && found.password === null)
      mutate({ username: username.trim(), password, ...(email === '' ? {} : { email }) });
  }

  return (
    <Form className={form.form} onSubmit={submit}>
      <TextField
        label="Username"
        hint={NEW_USERNAME}
        width="full"
        autoComplete="username"
        isVerbatim
        required
        autoFocus
        value={username}
        onChange={type(setUsername)}
        onBlur={() => leave('username')}
        trouble={fields.username ?? (left.has('username') ? found.username : null)}
      />
      <TextField
        label="Password"
        hint={NEW_PASSWORD}
        width="full"
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        isVerbatim
        required
        value={password}
        onChange={type(setPassword)}
        onBlur={() => leave('password')}
        trouble={fields.password ?? (left.has('password') ? found.password : null)}
      />
      <p>
        <Button look="flush" onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'} the password
        </Button>
      </p>
      <EmailField value={email} onChange={type(setEmail)} trouble={fields.email ?? null} />
      {!isAbout && <ErrorMessage error={error} />}
      <Button type="submit" look="primary" disabled={isPending}>
        Join
      </Button>
    </Form>
  );
}

type Props = Joining &
  Readonly<{
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
      <h2>{hasAccount ? 'Sign in, then join' : 'Create your account'}</h2>
      {hasAccount ? loginForm : <NewAccountForm join={join} />}
      <p>
        <Button look="flush" onClick={() => setHasAccount(!hasAccount)}>
          {hasAccount ? 'I have no account yet' : 'I have an account already'}
        </Button>
      </p>
    </>
  );
}
