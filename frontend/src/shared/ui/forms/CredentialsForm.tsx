import type { SyntheticEvent } from 'react';
import { TextField } from '@/shared/ui/fields/TextField';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Button } from '@/shared/ui/forms/Button';
import styles from '@/shared/ui/forms/CredentialsForm.module.css';

type Entered = Readonly<{ username: string; password: string }>;

type Props = Readonly<{
  verb: string;
  error: unknown;
  isPending: boolean;
  onSubmit: (entered: Entered) => void;
}>;

/** The name and password of an account, with what the server said of the last attempt. */
export function CredentialsForm({ verb, error, isPending, onSubmit }: Props) {
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
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <ErrorMessage error={error} />
      <Button type="submit" look="primary" disabled={isPending}>
        {verb}
      </Button>
    </form>
  );
}
