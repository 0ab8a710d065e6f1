import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from '@/shared/ui/fields/fields.module.css';

/** What every field has beside its control. */
export type FieldProps = Readonly<{
  label: string;
  hint?: ReactNode;
  /** What is wrong with what was entered. */
  trouble?: string | null | undefined;
  /** By what is entered: a number, a choice, a name, or text that takes all there is. */
  width?: 'number' | 'choice' | 'name' | 'full';
}>;

/** What ties a control to its label, hint and trouble. */
export type Ties = Readonly<{
  id: string;
  'aria-describedby': string;
  'aria-invalid': boolean | undefined;
}>;

type Props = FieldProps & Readonly<{ children: (ties: Ties) => ReactNode }>;

/** A control with its name above and, below, what is wrong with it and what is to be known of it. */
export function Field({ label, hint, trouble, width = 'name', children }: Props) {
  const id = useId();
  const isWrong = trouble !== undefined && trouble !== null;
  const ties = {
    id,
    'aria-describedby': `${id}trouble ${id}hint`,
    'aria-invalid': isWrong || undefined,
  };
  return (
    <div className={styles.field} data-width={width}>
      <label htmlFor={id}>{label}</label>
      {children(ties)}
      <small id={`${id}trouble`} className={styles.trouble} role="status">
        {trouble}
      </small>
      {hint !== undefined && hint !== '' && <small id={`${id}hint`}>{hint}</small>}
    </div>
  );
}
