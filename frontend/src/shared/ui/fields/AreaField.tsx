import type { ComponentProps } from 'react';
import { Field } from '@/shared/ui/fields/Field';
import type { FieldProps } from '@/shared/ui/fields/Field';
import styles from '@/shared/ui/fields/fields.module.css';

type Props = FieldProps &
  Readonly<{ value: string; onChange: (value: string) => void }> &
  Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'onChange' | 'value'>;

/** Text of several lines. */
export function AreaField({ label, hint, trouble, width = 'full', onChange, ...area }: Props) {
  return (
    <Field label={label} hint={hint} trouble={trouble} width={width}>
      {(ties) => (
        <textarea
          {...area}
          {...ties}
          className={styles.control}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
