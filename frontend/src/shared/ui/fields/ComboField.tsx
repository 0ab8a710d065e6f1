import { Select } from '@mantine/core';
import { Mantine } from '@/shared/ui/fields/mantine/Mantine';
import styles from '@/shared/ui/fields/fields.module.css';

type Props = Readonly<{
  /** Its accessible name, not shown: the text around it says what it is. */
  label: string;
  options: readonly string[];
  value: string | null;
  onChange: (value: string | null) => void;
}>;

/** One of many names, found by typing a part of it. */
export function ComboField({ label, options, value, onChange }: Props) {
  return (
    <Mantine>
      <Select
        aria-label={label}
        classNames={{ input: styles.combo }}
        data={[...options]}
        value={value}
        onChange={onChange}
        allowDeselect={false}
        searchable
      />
    </Mantine>
  );
}
