import type { Asking, Command, JudgingContext } from '@/features/judging/keys/commands';
import { useBorrowedFocus } from '@/features/judging/dock/useBorrowedFocus';
import { isChoice } from '@/features/judging/keys/legend';
import { Button } from '@/shared/ui/forms/Button';
import styles from '@/features/judging/dock/ChoicePanel.module.css';

const QUESTIONS = {
  reason: 'Why can this passage not be judged?',
  confidence: 'How sure are you of the grade that you give next?',
} as const;

type Props = Readonly<{
  asking: NonNullable<Asking>;
  commands: readonly Command[];
  context: JudgingContext;
}>;

/** Shown instead of the grades while the assessor says why a passage cannot be judged, or how sure they are. */
export function ChoicePanel({ asking, commands, context }: Props) {
  const group = useBorrowedFocus<HTMLDivElement>();
  const chosen = `confidence-${context.confidence}`;
  return (
    <div
      ref={group}
      tabIndex={-1}
      className={styles.choices}
      data-testid="choices"
      role="group"
      aria-labelledby="choice"
    >
      <p id="choice">{QUESTIONS[asking]}</p>
      {commands.filter(isChoice).map((command) => (
        <button
          key={command.id}
          type="button"
          className={styles.choice}
          aria-keyshortcuts={command.keyLabel}
          aria-pressed={asking === 'confidence' ? command.id === chosen : undefined}
          onClick={() => command.run(context)}
        >
          <kbd aria-hidden>{command.keyLabel}</kbd> {command.label}
        </button>
      ))}
      <Button look="flush" onClick={context.stepForward}>
        Back to the grades
      </Button>
    </div>
  );
}
