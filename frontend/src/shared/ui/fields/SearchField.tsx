import type { ComponentProps } from 'react';
import { useTyped } from '@/shared/browser/useTyped';
import { TextField } from '@/shared/ui/fields/TextField';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange'> &
  Readonly<{ value: string; onSearch: (words: string) => void }>;

/** Words to look for, handed over once they have not changed for a moment. */
export function SearchField({ value, onSearch, ...field }: Props) {
  const [typed, setTyped] = useTyped(value, onSearch);
  const input = { value: typed, onChange: setTyped };
  return <TextField type="search" width="full" maxLength={200} {...field} {...input} />;
}
