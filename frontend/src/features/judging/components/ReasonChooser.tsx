import type { Command, JudgingContext } from '@/features/judging/commands';
import { useBorrowedFocus } from '@/features/judging/hooks/useBorrowedFocus';

type Props = Readonly<{ commands: readonly Command[]; context: JudgingContext }>;

/** Stands in the grades' place while the assessor says why a passage cannot be judged. */
export function ReasonChooser({ commands, context }: Props) {
  const group = useBorrowedFocus<HTMLDivElement>();
  return (
    <div ref={group} tabIndex={-1} className="reasons" role="group" aria-labelledby="why-not">
      <p id="why-not">Why can this passage not be judged?</p>
      {commands
        .filter(({ id }) => id.startsWith('reason-'))
        .map((command) => (
          <button
            key={command.id}
            type="button"
            aria-keyshortcuts={command.keyLabel}
            onClick={() => command.run(context)}
          >
            <kbd aria-hidden>{command.keyLabel}</kbd> {command.label}
          </button>
        ))}
      <button type="button" className="plain" onClick={context.toggleReasons}>
        Back to the grades
      </button>
    </div>
  );
}
