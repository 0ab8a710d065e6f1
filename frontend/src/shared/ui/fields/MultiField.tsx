import { MultiSelect } from '@mantine/core';
import { Field } from '@/shared/ui/fields/Field';
import { Mantine } from '@/shared/ui/fields/mantine/Mantine';
import styles from '@/shared/ui/fields/fields.module.css';

type Props = Readonly<{
  label: string;
  options: readonly string[];
  /** Names that cannot be chosen now, under the reason why. */
  unfit?: Readonly<{ why: string; names: readonly string[] }>;
  value: readonly string[];
  onChange: (value: string[]) => void;
}>;

/** Those that can be chosen, and greyed beneath them, as a group, those that cannot. */
const dataOf = (options: readonly string[], unfit: Props['unfit']) =>
  unfit === undefined || unfit.names.length === 0
    ? [...options]
    : [
        ...options,
        {
          group: unfit.why,
          items: unfit.names.map((name) => ({ value: name, label: name, disabled: true })),
        },
      ];

/** Several of many names, each a chip; found by typing a part of them. */
export function MultiField({ label, options, unfit, value, onChange }: Props) {
  return (
    <Field label={label} width="full">
      {(ties) => (
        <Mantine>
          <MultiSelect
            {...ties}
            aria-label={label}
            classNames={{ input: styles.combo }}
            data={dataOf(options, unfit)}
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
