import type { CSSProperties } from 'react';
import type { Grade } from '@/api/types';
import type { Command, JudgingContext } from '@/features/judging/keys/commands';
import type { Verdict } from '@/features/judging/pair/deck';
import styles from '@/features/judging/dock/GradeButtons.module.css';

type Props = Readonly<{
  scale: readonly Grade[];
  commands: readonly Command[];
  context: JudgingContext;
  currentVerdict: Verdict | null;
}>;

export function GradeButtons({ scale, commands, context, currentVerdict }: Props) {
  return (
    <div className={styles.grades} role="group" aria-label="Grades">
      {scale.map((grade) => {
        const command = commands.find(({ id }) => id === `grade-${grade.value}`);
        if (command === undefined) return null;
        return (
          <button
            key={grade.value}
            type="button"
            style={{ '--grade': grade.colour } as CSSProperties}
            title={grade.description}
            disabled={!command.isEnabled(context)}
            aria-pressed={
              currentVerdict === null ? undefined : currentVerdict.grade === grade.value
            }
            aria-keyshortcuts={command.keyLabel || undefined}
            // The second click of two would judge a passage that nobody has read.
            onClick={({ detail }) => detail < 2 && command.run(context)}
          >
            {command.keyLabel !== '' && command.keyLabel !== grade.name && (
              <kbd aria-hidden>{command.keyLabel}</kbd>
            )}
            {grade.name}
          </button>
        );
      })}
    </div>
  );
}
