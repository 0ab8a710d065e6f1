import { useState } from 'react';
import type { Assignment } from '@/api/types';
import styles from '@/features/judging/passage/TopicHead.module.css';

const FOLDED = 'regrade.need-folded';

/** Who folds it keeps it folded as long as the tab is open. */
function keepFolded(isFolded: boolean): void {
  if (isFolded) sessionStorage.setItem(FOLDED, 'yes');
  else sessionStorage.removeItem(FOLDED);
}

type Props = Readonly<{ topic: Assignment['topic']; isNew: boolean }>;

/** The query, which stays in sight, and what the person behind it wanted, which can be folded. */
export function TopicHead({ topic: { query, description, narrative }, isNew }: Props) {
  const [isOpen, setOpen] = useState(() => sessionStorage.getItem(FOLDED) === null);
  const need = [description, narrative].filter((text) => text !== '' && text !== query);
  return (
    <>
      {isNew && <p className={styles.newTopic}>new topic</p>}
      <h1 className={styles.query} dir="auto" data-testid="query">
        {query}
      </h1>
      {need.length > 0 && (
        <details
          className={styles.need}
          open={isOpen}
          onToggle={({ currentTarget: { open } }) => {
            setOpen(open);
            keepFolded(!open);
          }}
        >
          <summary>Information need</summary>
          {need.map((text) => (
            <p key={text} dir="auto">
              {text}
            </p>
          ))}
        </details>
      )}
    </>
  );
}
