import type { SyntheticEvent } from 'react';
import { NEW_PASSWORD, SHORTEST_PASSWORD } from '@/shared/ui/fields/passwords';
import { TextField } from '@/shared/ui/fields/TextField';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Button } from '@/shared/ui/forms/Button';
import styles from '@/shared/ui/forms/CredentialsForm.module.css';

type Entered = Readonly<{ username: string; password: string }>;

type Props = Readonly<{
  verb: string;
  /** Whether the password is one to remember from now on, or one that is known already. */
  isNew?: boolean;
  error: unknown;
  isPending: boolean;
  onSubmit: (entered: Entered) => void;
}>;

/** A name and a password, with what the server said of the last attempt. */
export function CredentialsForm({ verb, isNew = false, error, isPending, onSubmit }: Props) {
  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    onSubmit({ username: read('username'), password: read('password') });
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label="Username"
        width="full"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        required
        autoFocus
      />
      <TextField
        label="Password"
        width="full"
        hint={isNew ? NEW_PASSWORD : undefined}
        name="password"
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        minLength={isNew ? SHORTEST_PASSWORD : undefined}
        required
      />
      <ErrorMessage error={error} />
      <Button type="submit" look="primary" disabled={isPending}>
        {verb}
      </Button>
    </form>
  );
}
