import { useState } from 'react';
import type { ReactNode } from 'react';

type Props = Readonly<{
  label: string;
  hint?: ReactNode;
  value: number | null;
  min: number;
  max: number;
  /** What null means, where nothing need be entered. */
  none?: string;
  onChange: (value: number) => void;
  onEmpty?: () => void;
}>;

/** A whole number within bounds: what is typed stays as it is, what is out of them is not taken. */
export function NumberField({ label, hint, value, min, max, none, onChange, onEmpty }: Props) {
  const [typed, setTyped] = useState<string | null>(null);

  function type(text: string): void {
    setTyped(text);
    const number = Number(text);
    if (text === '') onEmpty?.();
    else if (Number.isInteger(number) && number >= min && number <= max) onChange(number);
  }

  return (
    <label className="field number-field">
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        placeholder={none}
        value={typed ?? value ?? ''}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}
