import type { ReactNode } from 'react';

type Props = Readonly<{ name: ReactNode; children: ReactNode }>;

/** One fact of a list of facts: its name, and what it is. */
export function Fact({ name, children }: Props) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
