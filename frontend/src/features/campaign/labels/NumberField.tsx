import { TextInput } from '@mantine/core';
import { useState } from 'react';

type Props = Readonly<{
  label: string;
  description?: string;
  min: number;
  max: number;
  value: number | null;
  /** Null where nothing stands. What is no whole number within bounds is not told. */
  onChange: (value: number | null) => void;
}>;

/** A whole number, or nothing; while it is typed it may be anything. */
export function NumberField({ label, description, min, max, value, onChange }: Props) {
  const [text, setText] = useState(value === null ? '' : String(value));
  const entered = text === '' ? null : Number(text);
  const isRight =
    entered === null || (Number.isInteger(entered) && entered >= min && entered <= max);

  function enter(typed: string): void {
    setText(typed);
    const next = typed === '' ? null : Number(typed);
    if (next === null || (Number.isInteger(next) && next >= min && next <= max)) onChange(next);
  }

  return (
    <TextInput
      label={label}
      description={description}
      inputMode="numeric"
      value={text}
      error={isRight ? undefined : `A whole number from ${min} to ${max.toLocaleString('en')}.`}
      onChange={({ currentTarget }) => enter(currentTarget.value.trim())}
    />
  );
}
