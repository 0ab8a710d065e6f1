import { useId } from 'react';
import type { ReactNode } from 'react';

type Ties = Readonly<{ id: string; 'aria-describedby': string; 'aria-invalid': boolean }>;

type Props = Readonly<{
  label: string;
  hint?: ReactNode;
  /** What is wrong with what was entered. */
  trouble?: string | undefined;
  className?: string;
  /** The control, which takes what ties it to its label, hint and trouble. */
  children: (ties: Ties) => ReactNode;
}>;

/** A control with its name above and, below, what is wrong with it and what is to be known of it. */
export function Field({ label, hint, trouble, className = '', children }: Props) {
  const id = useId();
  const ties = {
    id,
    'aria-describedby': `${id}trouble ${id}hint`,
    'aria-invalid': trouble !== undefined,
  };
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children(ties)}
      <small id={`${id}trouble`} className="wrong" role="status">
        {trouble}
      </small>
      {hint !== undefined && <small id={`${id}hint`}>{hint}</small>}
    </div>
  );
}
