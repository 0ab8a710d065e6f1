import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useChangePassword, useSession } from '@/api/session';
import type { Session } from '@/api/types';
import { asApiError, sentence } from '@/shared/errors';
import { NewPassword } from '@/shared/ui/fields/NewPassword';
import { useNewPassword } from '@/shared/ui/fields/useNewPassword';
import { TextField } from '@/shared/ui/fields/TextField';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import factList from '@/shared/styles/facts.module.css';
import form from '@/shared/ui/CredentialsForm.module.css';
import styles from '@/app/pages/narrow.module.css';

function rightsOf(session: Session): string {
  const { may_organize: organizes, may_research: researches } = session;
  const rights = [
    ...(session.is_administrator ? ['manage accounts'] : []),
    ...(organizes ? ['run campaigns'] : []),
    ...(researches ? ['compute and compare runs'] : []),
  ];
  return rights.length === 0
    ? 'judge in campaigns that you joined'
    : `${rights.join(', ')}, and judge in campaigns that you joined`;
}

function PasswordForm() {
  const [old, setOld] = useState('');
  const { mutate, error, isPending, isSuccess, reset } = useChangePassword();
  const next = useNewPassword(reset);
  const fields = error === null ? {} : asApiError(error).fields;
  const hasField = 'old' in fields || 'new' in fields;

  function clear(): void {
    setOld('');
    next.clear();
  }

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (next.isRepeated()) mutate({ old, new: next.password }, { onSuccess: clear });
  }

  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label="Password you have now"
        width="full"
        type="password"
        autoComplete="current-password"
        value={old}
        onChange={(value) => {
          reset();
          setOld(value);
        }}
        trouble={fields.old ?? null}
        required
      />
      <NewPassword entered={next} trouble={fields.new ?? null} />
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
