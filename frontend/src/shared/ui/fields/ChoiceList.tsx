import type { ReactNode } from 'react';
import styles from '@/shared/ui/fields/fields.module.css';

type Props = Readonly<{ legend: string; hint?: string; children: ReactNode }>;

/** Several to be ticked or switched, under one name. */
export function ChoiceList({ legend, hint, children }: Props) {
  return (
    <fieldset className={styles.choiceList}>
      <legend>{legend}</legend>
      {hint !== undefined && <small>{hint}</small>}
      {children}
    </fieldset>
  );
}
