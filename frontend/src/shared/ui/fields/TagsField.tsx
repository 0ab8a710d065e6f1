import { TagsInput } from '@mantine/core';
import { Field } from '@/shared/ui/fields/Field';
import type { FieldProps } from '@/shared/ui/fields/Field';
import { Mantine } from '@/shared/ui/fields/mantine/Mantine';
import styles from '@/shared/ui/fields/fields.module.css';

type Props = Pick<FieldProps, 'label' | 'hint'> &
  Readonly<{
    /** Known words; others may be entered as well. */
    suggestions: readonly string[];
    value: readonly string[];
    onChange: (value: string[]) => void;
  }>;

/** Words, each a chip, of a list or typed. */
export function TagsField({ label, hint, suggestions, value, onChange }: Props) {
  return (
    <Field label={label} hint={hint} width="full">
      {(ties) => (
        <Mantine>
          <TagsInput
            {...ties}
            aria-label={label}
            classNames={{ input: styles.combo }}
            data={[...suggestions]}
            value={[...value]}
            onChange={onChange}
            splitChars={[]}
            acceptValueOnBlur
          />
        </Mantine>
      )}
    </Field>
  );
}
