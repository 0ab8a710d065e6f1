import type { SyntheticEvent } from 'react';
import { useLocation, useNavigate } from '@/shared/routing/location';
import { useLinkLook, useLinkUse, useSession } from '@/api/session';
import { sentence } from '@/shared/errors';
import { formatClock, formatDay } from '@/shared/time';
import { NewPassword } from '@/shared/ui/fields/NewPassword';
import { useNewPassword } from '@/shared/ui/fields/useNewPassword';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import form from '@/shared/ui/CredentialsForm.module.css';
import styles from '@/app/pages/narrow.module.css';

function PasswordForm({ token }: Readonly<{ token: string }>) {
  const navigate = useNavigate();
  const { mutate, error, isPending, reset } = useLinkUse(token);
  const next = useNewPassword(reset);

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!next.isRepeated()) return;
    mutate(next.password, { onSuccess: () => navigate('/', { replace: true }) });
  }

  return (
    <form className={form.form} onSubmit={submit}>
      <NewPassword entered={next} trouble={null} />
      {error !== null && (
        <p role="alert" className={text.wrong}>
          {sentence(error)}
        </p>
      )}
      <button type="submit" className={buttons.primary} disabled={isPending}>
        Set the password
      </button>
    </form>
  );
}

/** The page of a link that sets a password. Its token follows the #, so no server and no log sees it. */
export default function Reset() {
  const token = useLocation().hash.slice(1);
  const session = useSession();
  const link = useLinkLook(token, session.data !== undefined);
  if (link.data === undefined) {
    const query = session.error === null ? link : session;
    if (query.error === null) return <Waiting label="Opening the link" />;
    return (
      <PageTrouble
        title="This link cannot be used"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const { username, expires_at: until } = link.data;
  const current = session.data?.username ?? null;
  return (
    <section className={styles.narrow}>
      <title>Set a password · Regrade</title>
      <h1>Set a password for {username}</h1>
      <p>
        You are signed in afterwards
        {current !== null && current !== username && `, and ${current} no longer`}. Other browsers
        are signed out. The link is valid until {formatDay(until)}, {formatClock(until)}.
      </p>
      <PasswordForm token={token} />
    </section>
  );
}
