import type { CSSProperties } from 'react';
import type { GradeDraft } from '@/features/campaign/setup/draft/types';
import { gradeKeys } from '@/shared/gradeKeys';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/setup/scale/GradePreview.module.css';

/** The buttons as assessors will see them, each with its key and its meaning. */
export function GradePreview({ grades }: Readonly<{ grades: readonly GradeDraft[] }>) {
  const keys = gradeKeys(grades.map(({ value }) => value));
  return (
    <div>
      <h4>What assessors see</h4>
      <ul className={styles.grades}>
        {grades.map(({ value, name, description, colour, requires_span: isRequired }, index) => (
          <li key={index}>
            <span className={styles.button} style={{ '--grade': colour } as CSSProperties}>
              {keys[index] !== '' && keys[index] !== name && <kbd>{keys[index]}</kbd>}
              {name === '' ? <i className={text.soft}>no name yet</i> : name}
            </span>
            <span className={text.note}>
              {`${value}` !== keys[index] && `Stored as ${value}. `}
              {description}
              {isRequired && <b> Requires highlights.</b>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
