import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from '@/shared/ui/fields/fields.module.css';

type Props = Readonly<{ legend: string; hint?: string; children: ReactNode }>;

/** Several to be ticked or switched, under one name. */
export function ChoiceList({ legend, hint, children }: Props) {
  const hintId = useId();
  return (
    <fieldset
      className={styles.choiceList}
      aria-describedby={hint === undefined ? undefined : hintId}
    >
      <legend>{legend}</legend>
      {hint !== undefined && <small id={hintId}>{hint}</small>}
      {children}
    </fieldset>
  );
}
