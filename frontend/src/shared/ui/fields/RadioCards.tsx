import { useId } from 'react';
import text from '@/shared/styles/text.module.css';
import styles from '@/shared/ui/fields/fields.module.css';

type Card<Value extends string> = Readonly<{
  value: Value;
  label: string;
  hint?: string;
  disabled?: boolean;
}>;

type Props<Value extends string> = Readonly<{
  legend: string;
  /** Where a heading says already what the legend says. */
  hidesLegend?: boolean;
  cards: readonly Card<Value>[];
  value: NoInfer<Value> | null;
  onChange: (value: Value) => void;
  disabled?: boolean;
}>;

/** One of a few, each with what it means. */
export function RadioCards<Value extends string>(props: Props<Value>) {
  const { legend, hidesLegend = false, cards, value: chosen, onChange, disabled = false } = props;
  const name = useId();
  return (
    <fieldset className={styles.radioCards} disabled={disabled}>
      <legend {...(hidesLegend && { className: text.visuallyHidden })}>{legend}</legend>
      {cards.map(({ value, label, hint, disabled: isClosed = false }) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            aria-labelledby={`${name}${value}label`}
            aria-describedby={hint === undefined ? undefined : `${name}${value}hint`}
            checked={value === chosen}
            disabled={isClosed}
            onChange={() => onChange(value)}
          />
          <span>
            <span id={`${name}${value}label`}>{label}</span>
            {hint !== undefined && <small id={`${name}${value}hint`}>{hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
