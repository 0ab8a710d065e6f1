import type { Account } from '@/api/types';
import { RIGHTS, formatDate, formatTime, holds, standing } from '@/app/accounts/accountTexts';
import type { Right, Wanted } from '@/app/accounts/accountTexts';
import { CardTable, unnamedColumn, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { formatCount } from '@/shared/format/numbers';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { Tag } from '@/shared/ui/Tag';
import { cx } from '@/shared/styles/cx';
import { Button } from '@/shared/ui/forms/Button';
import table from '@/shared/styles/table.module.css';
import card from '@/shared/ui/tables/CardTable.module.css';
import styles from '@/app/accounts/accounts.module.css';

const DAY = cx(table.nowrap, card.brief);

type Deeds = Readonly<{
  onRight: (account: Account, right: Right, granted: boolean) => void;
  onActive: (account: Account, isActive: boolean) => void;
  onLink: (account: Account) => void;
  onRevoke: (account: Account) => void;
}>;

type Props = Readonly<{
  accounts: readonly Account[];
  /** Who looks at it. */
  username: string;
  isBusy: boolean;
  wanted: Wanted | null;
}> &
  Deeds;

type CellProps = Omit<Props, 'accounts'> & Readonly<{ account: Account }>;

function Rights({ account, wanted, onRight }: CellProps) {
  return (
    <span className={styles.rights}>
      {RIGHTS.map(({ name, label }) => (
        <CheckField
          key={name}
          label={label}
          of={account.username}
          checked={holds(account, name, wanted)}
          disabled={account.is_administrator && name !== 'is_administrator'}
          onChange={(granted) => onRight(account, name, granted)}
        />
      ))}
    </span>
  );
}

function Acts({ account, username, isBusy, ...deeds }: CellProps) {
  const { is_active: isActive, username: name, link_expires_at: until } = account;
  const button = (label: string, act: () => void) => (
    <Button look="flush" disabled={isBusy} aria-label={`${label} for ${name}`} onClick={act}>
      {label}
    </Button>
  );
  if (!isActive) return button('Activate', () => deeds.onActive(account, true));
  return (
    <span className={styles.acts}>
      {button('Make a reset link', () => deeds.onLink(account))}
      {until !== null && button('Revoke the link', () => deeds.onRevoke(account))}
      {name !== username && button('Deactivate…', () => deeds.onActive(account, false))}
    </span>
  );
}

const columns = (rest: Omit<Props, 'accounts'>): Columns<Account> => [
  wordsColumn('name', (account) => (
    <>
      {account.username} {standing(account) !== '' && <Tag>{standing(account)}</Tag>}
      {account.link_expires_at !== null && (
        <small>an open link, until {formatTime(account.link_expires_at)}</small>
      )}
    </>
  )),
  wordsColumn('may', (account) => <Rights account={account} {...rest} />),
  { head: 'campaigns', className: card.brief, cell: ({ n_campaigns: n }) => formatCount(n) },
  { head: 'joined', className: DAY, cell: ({ joined_on: day }) => formatDate(day) },
  {
    head: 'last sign-in',
    className: DAY,
    cell: ({ last_sign_in_on: day }) => formatDate(day),
  },
  unnamedColumn('actions', (account) => <Acts account={account} {...rest} />),
];

/** Accounts with what each may do. */
export const AccountTable = ({ accounts, ...rest }: Props) => (
  <CardTable label="Accounts" columns={columns(rest)} rows={accounts} keyOf={({ id }) => id} />
);
