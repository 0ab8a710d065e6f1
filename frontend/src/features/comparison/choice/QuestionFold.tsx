import { useState } from 'react';
import type { ReactNode } from 'react';
import { describeSelection } from '@/features/comparison/choice/describeSelection';
import { isComplete } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import styles from '@/features/comparison/choice/controls.module.css';

type Props = Readonly<{ selection: Selection; children: ReactNode }>;

/** What is compared, in a line that stays in sight; opened, all its controls. */
export function QuestionFold({ selection, children }: Props) {
  const [isOpen, setOpen] = useState(!isComplete(selection));
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span>{describeSelection(selection)}</span> <b>{isOpen ? 'Done' : 'Edit'}</b>
      </summary>
      {children}
    </details>
  );
}
