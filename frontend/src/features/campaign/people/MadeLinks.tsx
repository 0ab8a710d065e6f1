import type { Invitation } from '@/api/types';
import { counted } from '@/shared/format';
import { formatMoment } from '@/shared/time';
import { CopyButton } from '@/shared/ui/CopyButton';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/people/InviteForm.module.css';
import entries from '@/features/campaign/kit/entries.module.css';

export type MadeLink = Pick<Invitation, 'id' | 'role' | 'max_uses' | 'created_at'> &
  Readonly<{ token: string }>;

/** The links made on this page, the newest first; once it is left, nobody can show them again. */
export function MadeLinks({ links }: Readonly<{ links: readonly MadeLink[] }>) {
  return (
    <div role="status">
      {links.length > 0 && (
        <div className={styles.made}>
          <p>
            <b>{links.length === 1 ? 'This link is' : 'These links are'} shown this once,</b> until
            you leave this page. Copy {links.length === 1 ? 'it' : 'them'} now and send{' '}
            {links.length === 1 ? 'it' : 'them'} to those you invite.
          </p>
          <ul className={entries.entries}>
            {links.map((link) => (
              <Row key={link.id} link={link} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Row({ link }: Readonly<{ link: MadeLink }>) {
  const address = `${window.location.origin}/join#${link.token}`;
  const made = formatMoment(link.created_at);
  return (
    <li>
      <span>
        <code>{address}</code>
        <small className={text.soft}>
          For {counted(link.max_uses, 'person', 'people')}, as {link.role}; made at {made}
        </small>
      </span>
      <CopyButton text={address} label={`the invitation link made at ${made}`} />
    </li>
  );
}
