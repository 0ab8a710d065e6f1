import type { CSSProperties } from 'react';
import { gradeKeys, gradeTitle, phoneGrid } from '@/shared/judging/grades';
import styles from '@/shared/ui/grades/GradeButtons.module.css';

type Grade = Readonly<{ value: number; name: string; description: string; colour: string }>;

type Props = Readonly<{
  label: string;
  scale: readonly Grade[];
  /** The grade given before: null for an answer without one, undefined without an answer. */
  standing?: number | null | undefined;
  /** One row on wide screens, where each button shows its key; elsewhere its value. */
  isDock?: boolean;
  isDisabled?: boolean;
  onChoose: (grade: number) => void;
}>;

const titleOf = ({ name, description }: Grade): string =>
  description === '' ? name : `${name}: ${description}`;

/** A button for each grade, in its colour; its key does the same. */
export function GradeButtons({
  label,
  scale,
  standing,
  isDock = false,
  isDisabled = false,
  onChoose,
}: Props) {
  const keys = gradeKeys(scale.map(({ value }) => value));
  const { isLong, columns } = phoneGrid(scale.map(({ name }) => name));
  const half = Math.ceil(scale.length / 2);
  return (
    <div
      className={styles.grades}
      style={{ '--columns': columns, '--half': half } as CSSProperties}
      data-dock={isDock}
      data-long={isLong}
      role="group"
      aria-label={label}
    >
      {scale.map((grade, index) => (
        <button
          key={grade.value}
          type="button"
          style={{ '--grade': grade.colour } as CSSProperties}
          title={titleOf(grade)}
          disabled={isDisabled}
          aria-pressed={standing === undefined ? undefined : grade.value === standing}
          aria-keyshortcuts={keys[index] || undefined}
          // The second click of two would judge a passage that nobody has read.
          onClick={({ detail }) => detail < 2 && onChoose(grade.value)}
        >
          {isDock && keys[index] !== '' && keys[index] !== grade.name && (
            <kbd aria-hidden>{keys[index]}</kbd>
          )}
          <span className={styles.name}>
            {isDock ? grade.name : gradeTitle(grade.value, grade.name)}
          </span>
        </button>
      ))}
    </div>
  );
}
