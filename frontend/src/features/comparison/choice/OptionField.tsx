import { NumberInput } from '@mantine/core';
import { useState } from 'react';

type Props = Readonly<{
  label: string;
  description: string;
  value: string;
  step: number;
  isWhole?: boolean;
  onChange: (value: string) => void;
}>;

/** A number above 0 that a test needs: an emptied or unfinished one is not asked for, and the last one stands again. */
export function OptionField({ label, description, value, step, isWhole = false, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);

  function type(text: string): void {
    setTyped(text);
    if (Number(text) > 0) onChange(text);
  }

  return (
    <NumberInput
      label={label}
      description={description}
      value={typed ?? value}
      onChange={(number) => type(`${number}`)}
      onBlur={() => setTyped(null)}
      min={0}
      step={step}
      allowDecimal={!isWhole}
    />
  );
}
