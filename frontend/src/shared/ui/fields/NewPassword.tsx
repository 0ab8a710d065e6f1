import { useState } from 'react';
import { NEW_PASSWORD, SHORTEST_PASSWORD } from '@/shared/passwords';
import { TextField } from '@/shared/ui/fields/TextField';
import type { EnteredPassword } from '@/shared/ui/fields/useNewPassword';
import { Button } from '@/shared/ui/Button';

type Props = Readonly<{
  entered: EnteredPassword;
  /** What the server said of it. */
  trouble: string | null;
}>;

/** A new password, typed twice, which a button shows. */
export function NewPassword({ entered, trouble }: Props) {
  const [isShown, setShown] = useState(false);
  const input = {
    width: 'full',
    type: isShown ? 'text' : 'password',
    autoComplete: 'new-password',
    autoCapitalize: 'none',
    spellCheck: false,
    required: true,
  } as const;
  return (
    <>
      <TextField
        label="New password"
        hint={NEW_PASSWORD}
        {...input}
        minLength={SHORTEST_PASSWORD}
        value={entered.password}
        onChange={entered.setPassword}
        trouble={trouble}
      />
      <TextField
        label="New password again"
        {...input}
        value={entered.again}
        onChange={entered.setAgain}
        trouble={entered.differ ? 'This differs from the password above.' : null}
      />
      <p>
        <Button look="flush" onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'} the password
        </Button>
      </p>
    </>
  );
}
