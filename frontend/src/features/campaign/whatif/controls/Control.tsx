import type { ReactNode } from 'react';
import styles from '@/features/campaign/whatif/controls/controls.module.css';

type Props = Readonly<{ label: string; note?: string; children: ReactNode }>;

/** A control that names itself for screen readers alone, with its name above it. */
export const Control = ({ label, note = '', children }: Props) => (
  <div className={styles.control}>
    <span aria-hidden="true">{label}</span>
    {children}
    {note !== '' && <small>{note}</small>}
  </div>
);
