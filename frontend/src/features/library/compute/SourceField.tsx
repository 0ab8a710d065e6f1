import type { ReactNode } from 'react';
import { Field } from '@/features/library/parameters/Field';
import { counted } from '@/shared/format';

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
  return (
    <Field label={label} hint={hint} trouble={trouble}>
      {(ties) => (
        <select {...ties} value={value} onChange={({ target }) => choose(target.value)}>
          <option value="">Choose one</option>
          {choices.map(({ name, n }) => (
            <option key={name} value={name}>
              {name} ({counted(n, kind)})
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
