import { useState } from 'react';

export type EnteredPassword = Readonly<{
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
