import { useState } from 'react';
import { rowsOf, useSteadyRead, useReadParts } from '@/api/read';
import { useSession } from '@/api/session';
import type { NewLink } from '@/api/types';
import { AccountTable } from '@/app/accounts/AccountTable';
import { NewAccount } from '@/app/accounts/NewAccount';
import { useDeeds } from '@/app/accounts/useDeeds';
import { TextField } from '@/shared/ui/fields/TextField';
import { Paged } from '@/shared/ui/tables/Paged';
import { useSettled } from '@/shared/browser/useTyped';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { formatDate, formatTime } from '@/app/accounts/accountTexts';
import { EventLog } from '@/shared/ui/log/EventLog';
import { CopyButton } from '@/shared/ui/forms/CopyButton';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/app/accounts/accounts.module.css';
import text from '@/shared/styles/text.module.css';

/** Who did what to which account, and on which day. */
function AccountLog() {
  const log = useReadParts('/api/accounts/events', {});
  const entries = rowsOf(log.data).map(({ id, on, actor, sentence }) => ({
    id,
    at: on,
    when: formatDate(on),
    by: actor ?? 'at the command line',
    sentence,
  }));
  return <EventLog log={log} entries={entries} />;
}

/** Links made on this page, the newest first; once it is left, nobody can show them again. */
function MadeLinks({ links }: Readonly<{ links: readonly NewLink[] }>) {
  return (
    <div role="status">
      {links.length > 0 && (
        <div className={parts.made}>
          <p className={text.whole}>
            <b>This link is shown only once.</b> Copy it now and send it only to the owner of the
            account: anyone with it can set the password.
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
    <p className={text.whole}>
      <code>{address}</code> <CopyButton text={address} label={`the link for ${username}`} />
      <br />
      <small className={text.soft}>
        For {username}, once, until {formatTime(until)}
      </small>
    </p>
  );
}

type Listed = Readonly<{ search: string; onMade: (link: NewLink) => void }>;

function Accounts({ search, onMade }: Listed) {
  const [page, setPage] = useState(1);
  const { data: session } = useSession();
  const { deeds, question, error: refusal } = useDeeds(onMade);
  return (
    <Paged
      query={useSteadyRead('/api/accounts', { search, page })}
      of="accounts"
      onPage={setPage}
      trouble="Accounts cannot be shown now"
      waiting="Loading accounts"
      isTall
      keepsAnswer
    >
      {(data) => (
        <>
          <ErrorMessage error={refusal} />
          {data.rows.length === 0 ? (
            <p>No account name contains this.</p>
          ) : (
            <AccountTable accounts={data.rows} username={session?.username ?? ''} {...deeds} />
          )}
          {question}
        </>
      )}
    </Paged>
  );
}

/** Who has an account here and what each may do; for administrators. */
export default function AccountsPage() {
  const { data: session } = useSession();
  const [search, setSearch] = useState('');
  const [made, setMade] = useState<readonly NewLink[]>([]);
  const settled = useSettled(search.trim());
  const add = (link: NewLink): void =>
    setMade((before) => [link, ...before.filter(({ username }) => username !== link.username)]);
  const isAdministrator = session?.is_administrator ?? false;
  return (
    <div>
      <title>Accounts · Regrade</title>
      {isAdministrator && (
        <div className={styles.top}>
          <h1>Accounts</h1>
          <NewAccount onMade={add} />
          <MadeLinks links={made} />
          <TextField label="Search by name" type="search" value={search} onChange={setSearch} />
        </div>
      )}
      <Accounts key={settled} search={settled} onMade={add} />
      {isAdministrator && <AccountLog />}
    </div>
  );
}
