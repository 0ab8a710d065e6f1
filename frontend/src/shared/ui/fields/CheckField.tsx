import type { ReactNode } from 'react';
import styles from '@/shared/ui/fields/fields.module.css';

type Props = Readonly<{
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** A switch is for what holds at once; a tick for what a form sends, or one of several. */
  role?: 'switch';
}>;

/** Something that is so or not. */
export function CheckField({ label, hint, onChange, ...box }: Props) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" {...box} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {label}
        {hint !== undefined && hint !== '' && <small>{hint}</small>}
      </span>
    </label>
  );
}
