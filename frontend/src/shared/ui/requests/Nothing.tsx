import type { ReactNode } from 'react';
import parts from '@/shared/styles/parts.module.css';

type Props = Readonly<{ title: string; children: ReactNode }>;

/** An empty list, and how to fill it. */
export function Nothing({ title, children }: Props) {
  return (
    <section className={parts.nothing}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
