import { useId } from 'react';
import '@/shared/ui/fields/fields.css';

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
    <fieldset className="choice-list radio-cards" disabled={disabled}>
      <legend {...(hidesLegend && { className: 'visually-hidden' })}>{legend}</legend>
      {cards.map(({ value, label, hint, disabled: isClosed = false }) => (
        <label key={value} className="choice">
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            disabled={isClosed}
            onChange={() => onChange(value)}
          />
          <span>
            {label}
            {hint !== undefined && <small>{hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
