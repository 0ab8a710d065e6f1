import type { Ref } from 'react';
import { Field } from '@/shared/ui/fields/Field';
import type { FieldProps } from '@/shared/ui/fields/Field';
import styles from '@/shared/ui/fields/fields.module.css';

export type Option<Value extends string = string> = Readonly<{ value: Value; label: string }>;

type Props<Value extends string> = FieldProps &
  Readonly<{
    /** A name alone is shown as it is. */
    options: readonly (Value | Option<Value>)[];
    value: NoInfer<Value>;
    onChange: (value: Value) => void;
    disabled?: boolean;
    ref?: Ref<HTMLSelectElement>;
  }>;

/** One of a few. */
export function SelectField<Value extends string>(props: Props<Value>) {
  const { label, hint, trouble, width = 'choice', options, onChange, ...select } = props;
  const choices = options.map((one) =>
    typeof one === 'string' ? { value: one, label: one } : one,
  );
  function choose(text: string): void {
    const chosen = choices.find(({ value }) => value === text);
    if (chosen !== undefined) onChange(chosen.value);
  }
  return (
    <Field label={label} hint={hint} trouble={trouble} width={width}>
      {(ties) => (
        <select
          {...select}
          {...ties}
          className={styles.control}
          onChange={({ target }) => choose(target.value)}
        >
          {choices.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
