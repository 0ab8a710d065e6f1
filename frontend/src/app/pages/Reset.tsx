import { useLocation, useNavigate } from '@/shared/routing/location';
import { useLinkLook, useLinkUse, useSession } from '@/api/session';
import { formatClock, formatDay } from '@/shared/format/time';
import { NewPassword, useNewPassword } from '@/shared/ui/fields/NewPassword';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import { Loaded } from '@/shared/ui/requests/Loaded';
import text from '@/shared/styles/text.module.css';
import form from '@/shared/ui/forms/CredentialsForm.module.css';
import styles from '@/app/pages/narrow.module.css';

function PasswordForm({ token }: Readonly<{ token: string }>) {
  const navigate = useNavigate();
  const { mutate, error, isPending, reset } = useLinkUse(token);
  const next = useNewPassword(reset);

  function submit(): void {
    if (!next.isRepeated()) return;
    mutate(next.password, { onSuccess: () => navigate('/', { replace: true }) });
  }

  return (
    <Form className={form.form} onSubmit={submit}>
      <NewPassword entered={next} trouble={null} />
      <ErrorMessage error={error} />
      <Button type="submit" look="primary" disabled={isPending}>
        Set the password
      </Button>
    </Form>
  );
}

/** The page of a link that sets a password. Its token follows the #, so no server and no log sees it. */
export default function Reset() {
  const token = useLocation().hash.slice(1);
  const session = useSession();
  const link = useLinkLook(token, session.data !== undefined);
  const current = session.data?.username ?? null;
  return (
    <Loaded
      query={session.error === null ? link : { ...session, data: link.data }}
      trouble="This link cannot be used"
      waiting="Opening the link"
      keepsAnswer
    >
      {({ username, expires_at: until, created_by: maker }) => (
        <section className={styles.narrow}>
          <title>Set a password · Regrade</title>
          <h1>Set a password for {username}</h1>
          <p>
            {maker === null ? 'This link was made' : `${maker} made this link`} for the account{' '}
            <b>{username}</b>. It sets the password once, and is valid until {formatDay(until)},{' '}
            {formatClock(until)}.
          </p>
          <p className={text.soft}>
            Setting the password signs you in here as {username}
            {current !== null && current !== username && ` instead of ${current}`}, and signs out
            all other browsers.
          </p>
          <PasswordForm token={token} />
        </section>
      )}
    </Loaded>
  );
}
