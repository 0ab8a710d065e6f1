import { useState } from 'react';
import type { ReactNode } from 'react';
import parts from '@/shared/styles/parts.module.css';

type Props = Readonly<{
  summary: ReactNode;
  /** Whether it is open at first. */
  startsOpen?: boolean;
  children: ReactNode;
}>;

/** A part of a page that few need at once: it is made when it is opened. */
export function Fold({ summary, startsOpen = false, children }: Props) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details
      className={parts.fold}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  );
}
