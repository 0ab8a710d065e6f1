import { useState } from 'react';
import { useChangeEmail, useChangePassword, useSession } from '@/api/session';
import type { Session } from '@/api/types';
import { asApiError } from '@/shared/requests/errors';
import { ApiTokens } from '@/app/accounts/ApiTokens';
import { NewPassword, useNewPassword } from '@/shared/ui/fields/NewPassword';
import { TextField } from '@/shared/ui/fields/TextField';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import { Fact } from '@/shared/ui/Fact';
import factList from '@/shared/styles/facts.module.css';
import form from '@/shared/ui/forms/CredentialsForm.module.css';
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

  function submit(): void {
    if (next.isRepeated()) mutate({ old, new: next.password }, { onSuccess: clear });
  }

  return (
    <Form className={form.form} onSubmit={submit}>
      <TextField
        label="Current password"
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
      {!hasField && <ErrorMessage error={error} />}
      <Button type="submit" look="primary" disabled={isPending}>
        Change password
      </Button>
      <p role="status">{isSuccess && 'Changed. Other browsers are signed out.'}</p>
    </Form>
  );
}

function EmailForm({ session }: Readonly<{ session: Session }>) {
  const [email, setEmail] = useState(session.email);
  const [password, setPassword] = useState('');
  const { mutate, error, isPending, isSuccess, reset } = useChangeEmail();
  const fields = error === null ? {} : asApiError(error).fields;
  const type = (set: (value: string) => void) => (value: string) => {
    reset();
    set(value);
  };
  return (
    <Form
      className={form.form}
      onSubmit={() => mutate({ email, password }, { onSuccess: () => setPassword('') })}
    >
      <TextField
        label="E-mail address"
        hint="For a link if you forget your password, and for news of campaigns that you run. Nobody else sees it."
        width="full"
        type="email"
        autoComplete="email"
        value={email}
        onChange={type(setEmail)}
        trouble={fields.email ?? null}
      />
      <TextField
        label="Your password"
        width="full"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={type(setPassword)}
        trouble={fields.password ?? null}
      />
      {error !== null && Object.keys(fields).length === 0 && <ErrorMessage error={error} />}
      <Button type="submit" look="primary" disabled={isPending}>
        {email === '' && session.email !== '' ? 'Remove the address' : 'Save the address'}
      </Button>
      <p role="status">{isSuccess && 'Saved.'}</p>
    </Form>
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
        <Fact name="name">{session.username}</Fact>
        <Fact name="you may">{rightsOf(session)}</Fact>
      </dl>
      {(session.sends_mail || session.email !== '') && (
        <>
          <h2>E-mail</h2>
          <EmailForm session={session} />
        </>
      )}
      <h2>Change password</h2>
      <PasswordForm />
      <ApiTokens />
    </section>
  );
}
