import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useChangePassword, useSession } from '@/api/session';
import type { Session } from '@/api/types';
import { asApiError, sentence } from '@/shared/errors';
import { NEW_PASSWORD, SHORTEST_PASSWORD } from '@/shared/passwords';
import { TextField } from '@/shared/ui/fields/TextField';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import factList from '@/shared/styles/facts.module.css';
import form from '@/shared/ui/CredentialsForm.module.css';
import styles from '@/app/pages/narrow.module.css';

function rightsOf({ may_organize: organizes, may_research: researches }: Session): string {
  const rights = [
    ...(organizes ? ['run campaigns'] : []),
    ...(researches ? ['compute and compare runs'] : []),
  ];
  return rights.length === 0
    ? 'judge in campaigns that you joined'
    : `${rights.join(', ')}, and judge in campaigns that you joined`;
}

function PasswordForm() {
  const [old, setOld] = useState('');
  const [next, setNext] = useState('');
  const { mutate, error, isPending, isSuccess, reset } = useChangePassword();
  const fields = error === null ? {} : asApiError(error).fields;
  const hasField = 'old' in fields || 'new' in fields;

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    mutate(
      { old, new: next },
      {
        onSuccess: () => {
          setOld('');
          setNext('');
        },
      },
    );
  }

  const type = (set: (value: string) => void) => (value: string) => {
    reset();
    set(value);
  };
  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label="Password you have now"
        width="full"
        type="password"
        autoComplete="current-password"
        value={old}
        onChange={type(setOld)}
        trouble={fields.old ?? null}
        required
      />
      <TextField
        label="New password"
        width="full"
        hint={NEW_PASSWORD}
        type="password"
        autoComplete="new-password"
        minLength={SHORTEST_PASSWORD}
        value={next}
        onChange={type(setNext)}
        trouble={fields.new ?? null}
        required
      />
      {error !== null && !hasField && (
        <p role="alert" className={text.wrong}>
          {sentence(error)}
        </p>
      )}
      <button type="submit" className={buttons.primary} disabled={isPending}>
        Change the password
      </button>
      <p role="status">{isSuccess && 'Changed. Other browsers are signed out.'}</p>
    </form>
  );
}

/** Who one is here, what one may do, and another password. */
export default function Account() {
  const { data: session } = useSession();
  if (session === undefined) return null;
  return (
    <section className={styles.narrow}>
      <title>Your account · Regrade</title>
      <h1>Your account</h1>
      <dl className={factList.facts}>
        <div>
          <dt>name</dt>
          <dd>{session.username}</dd>
        </div>
        <div>
          <dt>you may</dt>
          <dd>{rightsOf(session)}</dd>
        </div>
      </dl>
      <h2>Another password</h2>
      <PasswordForm />
    </section>
  );
}
