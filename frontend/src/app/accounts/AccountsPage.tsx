import { useState } from 'react';
import { useAccounts } from '@/api/accounts';
import { useSession } from '@/api/session';
import type { NewLink } from '@/api/types';
import { AccountLog } from '@/app/accounts/AccountLog';
import { AccountTable } from '@/app/accounts/AccountTable';
import { MadeLinks } from '@/app/accounts/MadeLinks';
import { NewAccount } from '@/app/accounts/NewAccount';
import { useDeeds } from '@/app/accounts/useDeeds';
import { TextField } from '@/shared/ui/fields/TextField';
import { Pager } from '@/shared/ui/Pager';
import { useSettled } from '@/shared/useSettled';
import { ErrorMessage } from '@/shared/ui/ErrorMessage';
import { Loaded } from '@/shared/ui/Loaded';
import styles from '@/app/accounts/accounts.module.css';

type Listed = Readonly<{ search: string; onMade: (link: NewLink) => void }>;

function Accounts({ search, onMade }: Listed) {
  const [page, setPage] = useState(1);
  const { data: session } = useSession();
  const { deeds, question, error: refusal } = useDeeds(onMade);
  return (
    <Loaded
      query={useAccounts(search, page)}
      trouble="Accounts cannot be shown now"
      waiting="Looking for accounts"
      isTall
      keepsAnswer
    >
      {(data) => (
        <>
          <ErrorMessage error={refusal} />
          {data.accounts.length === 0 ? (
            <p>No account has this in its name.</p>
          ) : (
            <AccountTable accounts={data.accounts} username={session?.username ?? ''} {...deeds} />
          )}
          <Pager page={page} nPages={data.n_pages} of="accounts" onChange={setPage} />
          {question}
        </>
      )}
    </Loaded>
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
