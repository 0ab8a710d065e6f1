import type { ReactNode } from 'react';
import { counted } from '@/shared/format';
import { SelectField } from '@/shared/ui/fields/SelectField';

type Props = Readonly<{
  label: string;
  hint?: ReactNode;
  trouble: string | undefined;
  value: string;
  /** What there is to choose from, each with how many things of its kind it holds. */
  choices: readonly Readonly<{ name: string; n: number }>[];
  kind: string;
  choose: (name: string) => void;
}>;

/** One thing chosen by its name. */
export function SourceField({ label, hint, trouble, value, choices, kind, choose }: Props) {
  const options = choices.map(({ name, n }) => ({
    value: name,
    label: `${name} (${counted(n, kind)})`,
  }));
  return (
    <SelectField
      label={label}
      hint={hint}
      trouble={trouble}
      options={[{ value: '', label: 'Choose one' }, ...options]}
      value={value}
      onChange={choose}
    />
  );
}
