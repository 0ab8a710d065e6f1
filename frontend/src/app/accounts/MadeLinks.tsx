import type { NewLink } from '@/api/types';
import { formatTime } from '@/app/accounts/accountTexts';
import { CopyButton } from '@/shared/ui/CopyButton';
import text from '@/shared/styles/text.module.css';
import styles from '@/app/accounts/accounts.module.css';

/** Links made on this page, the newest first; once it is left, nobody can show them again. */
export function MadeLinks({ links }: Readonly<{ links: readonly NewLink[] }>) {
  return (
    <div role="status">
      {links.length > 0 && (
        <div className={styles.made}>
          <p>
            <b>Shown this once,</b> until you leave this page. Copy it now and send it to its owner
            alone: whoever has it can set the password.
          </p>
          {links.map((link) => (
            <Made key={link.token} link={link} />
          ))}
        </div>
      )}
    </div>
  );
}

function Made({ link }: Readonly<{ link: NewLink }>) {
  const { username, token, expires_at: until } = link;
  const address = `${window.location.origin}/reset#${token}`;
  return (
    <p>
      <code>{address}</code> <CopyButton text={address} label={`the link for ${username}`} />
      <br />
      <small className={text.soft}>
        For {username}, once, until {formatTime(until)}
      </small>
    </p>
  );
}
