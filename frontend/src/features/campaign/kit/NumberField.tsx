import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatCount } from '@/shared/format';

const KINDS = {
  whole: { inputMode: 'numeric', step: 1, words: 'A whole number' },
  any: { inputMode: 'decimal', step: 'any', words: 'A number' },
} as const;

type Props = Readonly<{
  label: string;
  hint?: ReactNode;
  value: number | null;
  min: number;
  max: number;
  /** What null means, where nothing need be entered. */
  none?: string;
  kind?: keyof typeof KINDS;
  onChange: (value: number) => void;
  onEmpty?: () => void;
}>;

/** A number within bounds, whole unless it may be else: what is typed stays as it is, what is out of them is not taken. */
export function NumberField({
  label,
  hint,
  value,
  min,
  max,
  none,
  kind = 'whole',
  onChange,
  onEmpty,
}: Props) {
  const { inputMode, step, words } = KINDS[kind];
  const [typed, setTyped] = useState<string | null>(null);

  const fits = (text: string): boolean =>
    (kind === 'any' || Number.isInteger(Number(text))) &&
    Number(text) >= min &&
    Number(text) <= max;
  const isOut = typed !== null && typed !== '' && !fits(typed);

  function type(text: string): void {
    setTyped(text);
    if (text === '') onEmpty?.();
    else if (fits(text)) onChange(Number(text));
  }

  return (
    <label className="field number-field">
      <span>{label}</span>
      <input
        type="number"
        inputMode={inputMode}
        step={step}
        min={min}
        max={max}
        placeholder={none}
        value={typed ?? value ?? ''}
        onChange={(event) => type(event.target.value)}
        aria-invalid={isOut}
        onBlur={() => setTyped(null)}
      />
      {isOut && (
        <small className="trouble-line" role="status">
          {words} from {formatCount(min)} to {formatCount(max)}.
        </small>
      )}
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}
