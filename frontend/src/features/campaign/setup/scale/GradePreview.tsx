import type { CSSProperties } from 'react';
import type { GradeDraft } from '@/features/campaign/setup/draft/types';
import { gradeKeys } from '@/shared/gradeKeys';

type Props = Readonly<{ grades: readonly GradeDraft[] }>;

/** The buttons as assessors will see them, each with its key and its meaning. */
export function GradePreview({ grades }: Props) {
  const keys = gradeKeys(grades.map(({ value }) => value));
  return (
    <div className="preview">
      <h4>What assessors see</h4>
      <ul className="grade-preview">
        {grades.map(({ value, name, description, colour, requires_span: isRequired }, index) => (
          <li key={index}>
            <span className="grade-button" style={{ '--grade': colour } as CSSProperties}>
              {keys[index] !== '' && keys[index] !== name && <kbd>{keys[index]}</kbd>}
              {name === '' ? <i className="soft">no name yet</i> : name}
            </span>
            <span className="soft small">
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
