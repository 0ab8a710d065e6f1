import { useState } from 'react';
import type { ReactNode } from 'react';
import parts from '@/shared/styles/parts.module.css';

type Props = Readonly<{
  /** What is in it, behind "More:". */
  title: string;
  /** Something in it is not as usual. */
  startsOpen: boolean;
  isWrong: boolean;
  children: ReactNode;
}>;

/** What few need, folded away; open where something in it is wrong: what is hidden cannot be mended. */
export function Fold({ title, startsOpen, isWrong, children }: Props) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details
      className={parts.fold}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>More: {title}</summary>
      {children}
    </details>
  );
}
