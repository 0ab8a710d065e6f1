import { useState } from 'react';
import { NEW_PASSWORD, SHORTEST_PASSWORD } from '@/shared/ui/fields/passwords';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';

type EnteredPassword = Readonly<{
  password: string;
  again: string;
  /** The two differ, as far as the second is typed; or at last, once it was submitted. */
  differ: boolean;
  setPassword: (value: string) => void;
  setAgain: (value: string) => void;
  /** Whether the two are the same; asked when the form is submitted. */
  isRepeated: () => boolean;
  clear: () => void;
}>;

/** A new password, typed twice; `onType` is called at each change. */
export function useNewPassword(onType: () => void): EnteredPassword {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const type = (set: (value: string) => void) => (value: string) => {
    onType();
    set(value);
  };
  return {
    password,
    again,
    differ: isSubmitted ? password !== again : !password.startsWith(again),
    setPassword: type(setPassword),
    setAgain: type(setAgain),
    isRepeated: () => {
      setSubmitted(true);
      return password === again;
    },
    clear: () => {
      setPassword('');
      setAgain('');
      setSubmitted(false);
    },
  };
}

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
