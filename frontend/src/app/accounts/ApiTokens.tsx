import { useState } from 'react';
import { useRead } from '@/api/read';
import { mayCompare, useSession } from '@/api/session';
import { useIssueToken, useRevokeToken } from '@/api/tokens';
import type { ApiToken, NewToken, Session, TokenScope } from '@/api/types';
import { formatTime } from '@/app/accounts/accountTexts';
import { formatDay } from '@/shared/format/time';
import { asApiError } from '@/shared/requests/errors';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { CopyButton } from '@/shared/ui/forms/CopyButton';
import { Form } from '@/shared/ui/forms/Form';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Unread } from '@/shared/ui/requests/Unread';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/app/accounts/accounts.module.css';
import text from '@/shared/styles/text.module.css';

const DAYS = 90;
const MAX_DAYS = 366;
const WRITING: readonly Readonly<{
  scope: TokenScope;
  label: string;
  hint: string;
  isHeld: (session: Session | undefined) => boolean;
}>[] = [
  {
    scope: 'research',
    label: 'Research',
    hint: 'Uploads collections, topics, runs and labels; computes runs; saves comparisons.',
    isHeld: mayCompare,
  },
  {
    scope: 'organize',
    label: 'Organize',
    hint: 'Sets up and runs campaigns; imports judgments.',
    isHeld: (session) => session?.may_organize === true,
  },
];

/** A new token. It is shown until the page is left. */
function Made({ made }: Readonly<{ made: NewToken }>) {
  return (
    <div className={parts.made}>
      <p className={text.whole}>
        <b>This token is shown only once.</b> Copy it now. A program with it acts in your name.
      </p>
      <p className={text.whole}>
        <code>{made.text}</code>{' '}
        <CopyButton text={made.text} label={`the token ${made.token.name}`} />
      </p>
    </div>
  );
}

function IssueForm() {
  const [made, setMade] = useState<NewToken | null>(null);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [days, setDays] = useState(DAYS);
  const [scopes, setScopes] = useState<readonly TokenScope[]>([]);
  const { mutate, error, isPending, reset } = useIssueToken((token) => {
    setMade(token);
    setName('');
    setPassword('');
    setScopes([]);
  });
  const { data: session } = useSession();
  const fields = error === null ? {} : asApiError(error).fields;
  return (
    <>
      <div role="status">{made !== null && <Made made={made} />}</div>
      <Form
        className={styles.form}
        onSubmit={() => mutate({ name, days, scopes: ['read', ...scopes], password })}
      >
        <TextField
          label="Name of a new token"
          hint="The program that uses it."
          autoComplete="off"
          maxLength={100}
          required
          value={name}
          onChange={(value) => {
            reset();
            setName(value);
          }}
          trouble={fields.name ?? null}
        />
        {WRITING.filter(({ isHeld }) => isHeld(session)).map(({ scope, label, hint }) => (
          <CheckField
            key={scope}
            label={label}
            hint={hint}
            checked={scopes.includes(scope)}
            onChange={(checked) =>
              setScopes(checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
            }
          />
        ))}
        <NumberField
          label="Valid for (days)"
          value={days}
          min={1}
          max={MAX_DAYS}
          onChange={setDays}
        />
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(value) => {
            reset();
            setPassword(value);
          }}
          trouble={fields.password ?? null}
        />
        {error !== null && Object.keys(fields).length === 0 && <ErrorMessage error={error} />}
        <Button type="submit" look="second" disabled={isPending}>
          Issue a token
        </Button>
      </Form>
    </>
  );
}

function TokenItem({ token }: Readonly<{ token: ApiToken }>) {
  const { mutate, isPending, error } = useRevokeToken();
  const { name, scopes, expires_at: until, last_used_at: used } = token;
  return (
    <li>
      <b>{name}</b> <span className={text.soft}>{scopes.join(', ')}</span>
      <br />
      <small className={text.soft}>
        until {formatDay(until)}, {used === null ? 'never used' : `last used ${formatTime(used)}`}
      </small>{' '}
      <Button
        look="flush"
        aria-label={`Revoke ${name}`}
        disabled={isPending}
        onClick={() => mutate(name)}
      >
        Revoke
      </Button>
      {error !== null && <ErrorMessage error={error} />}
    </li>
  );
}

/** The account's tokens, by which programs act for it, and the form for another. */
export function ApiTokens() {
  const query = useRead('/api/session/tokens', {});
  const { data: tokens } = query;
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">API tokens</h2>
      <p className={text.soft}>
        For programs: a token reads all that you see. It never judges, and it ends when you revoke
        it.
      </p>
      {tokens === undefined ? (
        <Unread
          of={query}
          waiting="Listing your tokens"
          trouble="Your tokens cannot be shown now"
        />
      ) : (
        tokens.length > 0 && (
          <ul role="list" aria-label="Your tokens" className={styles.tokens}>
            {tokens.map((token) => (
              <TokenItem key={token.id} token={token} />
            ))}
          </ul>
        )
      )}
      <IssueForm />
    </section>
  );
}
