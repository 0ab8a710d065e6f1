import type { SyntheticEvent } from 'react';
import { useSignIn } from '@/features/session/hooks/useSession';
import { sentence } from '@/shared/errors';

type Props = Readonly<{ onSignedIn: () => void }>;

export function LoginForm({ onSignedIn }: Props) {
  const { mutate, error, isPending } = useSignIn();

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    mutate({ username: read('username'), password: read('password') }, { onSuccess: onSignedIn });
  }

  return (
    <form className="login" onSubmit={submit}>
      <label>
        Username
        <input name="username" autoComplete="username" autoCapitalize="none" required autoFocus />
      </label>
      <label>
        Password
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
      {error !== null && <p role="alert">{sentence(error)}</p>}
      <button type="submit" className="primary" disabled={isPending}>
        Sign in
      </button>
    </form>
  );
}
