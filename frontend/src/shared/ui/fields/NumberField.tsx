import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Field } from '@/shared/ui/fields/Field';
import type { FieldProps } from '@/shared/ui/fields/Field';
import { formatCount } from '@/shared/format/numbers';
import styles from '@/shared/ui/fields/fields.module.css';

const KINDS = {
  whole: { inputMode: 'numeric', text: 'A whole number' },
  any: { inputMode: 'decimal', text: 'A number' },
} as const;

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** As people write numbers: neither 0x10 nor 1e2. */
const PLAIN = /^-?(\d+\.?\d*|\.\d+)$/;

type Props = Pick<FieldProps, 'label' | 'hint' | 'trouble'> &
  Readonly<{
    value: number | null;
    min: number;
    max: number;
    /** What null means, where nothing need be entered. */
    none?: string;
    kind?: keyof typeof KINDS;
    onChange: (value: number) => void;
    onEmpty?: () => void;
  }>;

/**
 * A number within bounds, whole unless it may be else: what is typed stays as it is, what is out of
 * them is not taken. A field of text: browsers hide from the page what is no number.
 */
export function NumberField(props: Props) {
  const { label, hint, trouble, value, min, max, none, kind = 'whole', onChange, onEmpty } = props;
  const { inputMode, text } = KINDS[kind];
  const [typed, setTyped] = useState<string | null>(null);

  const fits = (text: string): boolean =>
    PLAIN.test(text) &&
    (kind === 'any' || Number.isInteger(Number(text))) &&
    Number(text) >= min &&
    Number(text) <= max;
  const isOut = typed !== null && typed !== '' && !fits(typed);

  function type(text: string): void {
    setTyped(text);
    if (text === '') onEmpty?.();
    else if (fits(text)) onChange(Number(text));
  }

  /** One up or down, as in a browser's own field of numbers; the least where there is none. */
  function step(event: KeyboardEvent): void {
    const by = STEPS[event.key];
    const isSelecting = event.shiftKey || event.altKey || event.ctrlKey || event.metaKey;
    if (by === undefined || kind !== 'whole' || isSelecting) return;
    event.preventDefault();
    setTyped(null);
    onChange(value === null ? min : Math.min(max, Math.max(min, value + by)));
  }

  return (
    <Field
      label={label}
      hint={hint}
      trouble={
        isOut ? `${text} from ${formatCount(min)} to ${formatCount(max)}.` : (trouble ?? null)
      }
      width="number"
    >
      {(ties) => (
        <input
          {...ties}
          className={styles.control}
          inputMode={inputMode}
          autoComplete="off"
          placeholder={none}
          value={typed ?? value ?? ''}
          onChange={({ target }) => type(target.value.trim())}
          onKeyDown={step}
          onBlur={() => setTyped(null)}
        />
      )}
    </Field>
  );
}
