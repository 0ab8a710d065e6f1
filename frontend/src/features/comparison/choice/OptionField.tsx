import { useState } from 'react';
import { TextField } from '@/shared/ui/fields/TextField';

type Props = Readonly<{
  label: string;
  hint: string;
  value: string;
  step: number;
  onChange: (value: string) => void;
}>;

/** A number above 0 that a test needs. An empty or unfinished entry is ignored; the last valid one comes back. */
export function OptionField({ label, hint, value, step, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);

  function type(text: string): void {
    setTyped(text);
    const isWhole = Number.isInteger(Number(text)) || !Number.isInteger(step);
    if (Number(text) > 0 && isWhole) onChange(text);
  }

  return (
    <TextField
      label={label}
      hint={hint}
      width="number"
      type="number"
      value={typed ?? value}
      onChange={type}
      onBlur={() => setTyped(null)}
      min={0}
      step={step}
    />
  );
}
