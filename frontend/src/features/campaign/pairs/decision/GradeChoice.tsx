import type { CSSProperties } from 'react';
import type { Grade } from '@/api/types';
import { gradeKeys, gradeTitle } from '@/shared/judging/grades';
import styles from '@/features/campaign/pairs/decision/decision.module.css';

type Props = Readonly<{
  scale: readonly Grade[];
  /** The grade that was decided on. */
  standing: number | null;
  onChoose: (grade: number) => void;
}>;

/** A button for each grade, in its colour; its key does the same. */
export function GradeChoice({ scale, standing, onChoose }: Props) {
  const keys = gradeKeys(scale.map(({ value }) => value));
  return (
    <div className={styles.grades} role="group" aria-label="Decide on a grade">
      {scale.map(({ value, name, description, colour }, index) => (
        <button
          key={value}
          type="button"
          style={{ '--grade': colour } as CSSProperties}
          title={description}
          aria-pressed={value === standing}
          aria-keyshortcuts={keys[index] || undefined}
          // The second click of two is none.
          onClick={({ detail }) => detail < 2 && onChoose(value)}
        >
          {gradeTitle(value, name)}
        </button>
      ))}
    </div>
  );
}
