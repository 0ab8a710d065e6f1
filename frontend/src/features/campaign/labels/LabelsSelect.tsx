import { NativeSelect } from '@mantine/core';

type Props = Readonly<{
  label: string;
  /** What stands there while none is chosen. */
  none: string;
  names: readonly string[];
  value: string | null;
  onChange: (value: string | null) => void;
}>;

export function LabelsSelect({ label, none, names, value, onChange }: Props) {
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: none }, ...names.map((name) => ({ value: name, label: name }))]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  );
}
