import type { ReactNode } from 'react';
import table from '@/shared/styles/table.module.css';

type Props = Readonly<{ label: string; children: ReactNode }>;

/** Holds what may be wider than the screen: it scrolls, the page does not; the keyboard reaches it. */
export function Scroller({ label, children }: Props) {
  return (
    <div className={table.scroller} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
