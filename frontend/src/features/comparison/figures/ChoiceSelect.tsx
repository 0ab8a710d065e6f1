import { Select } from '@mantine/core';

type Props = Readonly<{
  label: string;
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
}>;

export function ChoiceSelect({ label, options, value, onChange }: Props) {
  return (
    <Select
      size="xs"
      label={label}
      data={[...options]}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      allowDeselect={false}
    />
  );
}
