import type { ReactNode } from 'react';

type Props = Readonly<{ title: string; children: ReactNode }>;

/** An empty list, and how to fill it. */
export function Nothing({ title, children }: Props) {
  return (
    <section className="nothing">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
