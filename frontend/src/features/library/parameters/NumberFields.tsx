import type { NumberName, NumberOption } from '@/features/library/parameters/bm25';
import type { FormProps } from '@/features/library/parameters/formProps';
import { TextField } from '@/shared/ui/fields/TextField';
import styles from '@/features/library/parameters/parameters.module.css';

type Props = FormProps & Readonly<{ options: readonly NumberOption[] }>;

/** What is typed stays as it is; whether it is taken, the server says. */
export function NumberFields({ options, entered, troubles, change }: Props) {
  const set = (name: NumberName, value: string): void =>
    change({ numbers: { ...entered.numbers, [name]: value } }, name);
  return (
    <div className={styles.fields}>
      {options.map(({ name, label, hint, step, min, max }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          trouble={troubles[name]}
          width="number"
          type="number"
          inputMode={step === 1 ? 'numeric' : 'decimal'}
          step={step}
          min={min}
          max={max}
          value={entered.numbers[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
    </div>
  );
}
