import { useId } from 'react';
import type { ReactNode } from 'react';

type Ids = Readonly<{ id: string; 'aria-describedby': string | undefined }>;

type Props = Readonly<{
  label: string;
  hint?: ReactNode;
  className?: string;
  /** The control, which takes what ties it to its label and hint. */
  children: (ids: Ids) => ReactNode;
}>;

/** A control with its name above and, below, what is to be known of it. */
export function Field({ label, hint, className = '', children }: Props) {
  const id = useId();
  const hintId = `${id}hint`;
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': hint ? hintId : undefined })}
      {hint && <small id={hintId}>{hint}</small>}
    </div>
  );
}
