import { MultiSelect } from '@mantine/core';
import { Field } from '@/shared/ui/fields/Field';
import { Mantine } from '@/shared/ui/fields/mantine/Mantine';
import styles from '@/shared/ui/fields/fields.module.css';

type Props = Readonly<{
  label: string;
  options: readonly string[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}>;

/** Several of many names, each a chip; found by typing a part of them. */
export function MultiField({ label, options, value, onChange }: Props) {
  return (
    <Field label={label} width="full">
      {(ties) => (
        <Mantine>
          <MultiSelect
            {...ties}
            aria-label={label}
            classNames={{ input: styles.combo }}
            data={[...options]}
            value={[...value]}
            onChange={onChange}
            searchable
            hidePickedOptions
          />
        </Mantine>
      )}
    </Field>
  );
}
