import { useState } from 'react';
import { useForgotten, useSession } from '@/api/session';
import { Link } from '@/shared/routing/Link';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import form from '@/shared/ui/forms/CredentialsForm.module.css';
import styles from '@/app/pages/narrow.module.css';

function AccountForm() {
  const [account, setAccount] = useState('');
  const { mutate, error, isPending, isSuccess, reset } = useForgotten();
  return (
    <Form className={form.form} onSubmit={() => mutate(account)}>
      <TextField
        label="Username or e-mail address"
        width="full"
        autoComplete="username"
        isVerbatim
        required
        autoFocus
        value={account}
        onChange={(value) => {
          reset();
          setAccount(value);
        }}
      />
      <ErrorMessage error={error} />
      <Button type="submit" look="primary" disabled={isPending || isSuccess}>
        Send me a link
      </Button>
      <div role="status">
        {isSuccess && (
          <p>
            If this account exists and has an e-mail address, a link is on its way. It works once,
            for 24 hours. If nothing arrives, look among your spam, or ask an administrator of this
            installation for a link.
          </p>
        )}
      </div>
    </Form>
  );
}

/** Asks for a link that sets a new password. */
export default function Forgot() {
  const { data: session } = useSession();
  if (session === undefined) return null;
  return (
    <section className={styles.narrow}>
      <title>Forgotten password · Regrade</title>
      <h1>Forgotten password</h1>
      {session.sends_mail ? (
        <>
          <p>We send a link to the e-mail address of your account. It sets a new password.</p>
          <AccountForm />
        </>
      ) : (
        <p>
          This installation sends no e-mail. Ask one of its administrators for a link that sets a
          new password.
        </p>
      )}
      <p>
        <Link to="/login">Back to signing in</Link>
      </p>
    </section>
  );
}
