import { useId } from 'react';
import type { ReactNode } from 'react';
import text from '@/shared/styles/text.module.css';
import styles from '@/shared/ui/fields/fields.module.css';

type Props = Readonly<{
  label: ReactNode;
  /** What it is of, where several stand below each other: said to screen readers behind the label. */
  of?: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** A switch is for what holds at once; a tick for what a form sends, or one of several. */
  role?: 'switch';
}>;

/** Something that is so or not. */
export function CheckField({ label, of, hint, onChange, ...box }: Props) {
  const id = useId();
  const hasHint = hint !== undefined && hint !== '';
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        aria-labelledby={`${id}label`}
        aria-describedby={hasHint ? `${id}hint` : undefined}
        {...box}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        <span id={`${id}label`}>
          {label}
          {of !== undefined && <span className={text.visuallyHidden}> for {of}</span>}
        </span>
        {hasHint && <small id={`${id}hint`}>{hint}</small>}
      </span>
    </label>
  );
}
