import { useState } from 'react';
import { LINK_HOURS, useInviteAccount } from '@/api/accounts';
import type { NewLink } from '@/api/types';
import { RIGHTS } from '@/app/accounts/accountTexts';
import type { Right } from '@/app/accounts/accountTexts';
import { sentence } from '@/shared/requests/errors';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import text from '@/shared/styles/text.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/app/accounts/accounts.module.css';

const NONE: Readonly<Record<Right, boolean>> = {
  may_organize: false,
  may_research: false,
  is_administrator: false,
};

/** Makes an account, whose owner sets the password by a link. */
export function NewAccount({ onMade }: Readonly<{ onMade: (link: NewLink) => void }>) {
  const [username, setUsername] = useState('');
  const [rights, setRights] = useState(NONE);
  const { mutate, error, isPending, reset } = useInviteAccount((link) => {
    setUsername('');
    setRights(NONE);
    onMade(link);
  });

  function submit(): void {
    mutate({ username, ...rights, hours: LINK_HOURS });
  }

  return (
    <details className={parts.fold}>
      <summary>New account</summary>
      <Form className={styles.form} onSubmit={submit}>
        <TextField
          label="Username"
          hint={`You get a link, valid for ${LINK_HOURS} hours, with which the owner sets a password.`}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={150}
          required
          value={username}
          onChange={(value) => {
            reset();
            setUsername(value);
          }}
          trouble={error === null ? null : sentence(error)}
        />
        {RIGHTS.map(({ name, label, hint }) => (
          <CheckField
            key={name}
            label={label}
            hint={hint}
            checked={rights[name]}
            onChange={(checked) => setRights({ ...rights, [name]: checked })}
          />
        ))}
        <p className={text.soft}>
          Without any rights, the account can only judge in campaigns it is invited to.
        </p>
        <p>
          <Button type="submit" look="primary" disabled={isPending}>
            Create the account
          </Button>
        </p>
      </Form>
    </details>
  );
}
