import type { ReactNode } from 'react';
import styles from '@/shared/ui/Tag.module.css';

type Props = Readonly<{
  tone?: 'open' | 'simulated' | 'flagged' | undefined;
  children: ReactNode;
}>;

/** A word or two beside a name: the state or the kind of what it names. */
export const Tag = ({ tone, children }: Props) => (
  <span className={styles.tag} data-tone={tone}>
    {children}
  </span>
);
