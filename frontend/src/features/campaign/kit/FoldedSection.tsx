import { useState } from 'react';
import type { ReactNode } from 'react';
import { isPhone } from '@/shared/browser/isPhone';
import { Fold } from '@/shared/ui/Fold';

type Props = Readonly<{ id: string; title: string; children: ReactNode }>;

/** A section that few need at once: folded on a phone. */
export function FoldedSection({ id, title, children }: Props) {
  const [isFolded] = useState(isPhone);
  const heading = <h2 id={id}>{title}</h2>;
  return (
    <section aria-labelledby={id}>
      {isFolded ? (
        <Fold summary={heading}>{children}</Fold>
      ) : (
        <>
          {heading}
          {children}
        </>
      )}
    </section>
  );
}
