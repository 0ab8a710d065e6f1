import type { ComponentProps } from 'react';
import { Field } from '@/shared/ui/fields/Field';
import type { FieldProps } from '@/shared/ui/fields/Field';
import styles from '@/shared/ui/fields/fields.module.css';

type Own = 'id' | 'className' | 'width' | 'onChange' | 'value';

type Props = FieldProps &
  Readonly<{
    value?: string;
    onChange?: (value: string) => void;
    /** A name or the like: the browser neither capitalizes nor corrects it. */
    isVerbatim?: boolean;
  }> &
  Omit<ComponentProps<'input'>, Own>;

/** A line of text; of another kind where `type` says so. Without a value the form reads it by its name. */
export function TextField({ label, hint, trouble, width, onChange, isVerbatim, ...input }: Props) {
  const asTyped = isVerbatim && { autoCapitalize: 'none', spellCheck: false };
  return (
    <Field label={label} hint={hint} trouble={trouble} {...(width && { width })}>
      {(ties) => (
        <input
          {...input}
          {...asTyped}
          {...ties}
          className={styles.control}
          onChange={({ target }) => onChange?.(target.value)}
        />
      )}
    </Field>
  );
}
