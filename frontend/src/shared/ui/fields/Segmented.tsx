import { useId } from 'react';
import type { Option } from '@/shared/ui/fields/SelectField';
import styles from '@/shared/ui/fields/fields.module.css';

type Props<Value extends string> = Readonly<{
  /** Its accessible name, not shown: the text around it says what it is. */
  label: string;
  options: readonly Option<Value>[];
  value: NoInfer<Value>;
  onChange: (value: Value) => void;
}>;

/** One of two or three, side by side; it holds at once. */
export function Segmented<Value extends string>(props: Props<Value>) {
  const { label, options, value: chosen, onChange } = props;
  const name = useId();
  return (
    <div className={styles.segmented} role="radiogroup" aria-label={label}>
      {options.map(({ value, label: text }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChange(value)}
          />
          {text}
        </label>
      ))}
    </div>
  );
}
