import type { Command, JudgingContext } from '@/features/judging/commands';

/** Grades and reasons have big buttons of their own; what else there is to marking shows when it can be done. */
const hasOwnButton = ({ id }: Command): boolean =>
  /^(grade-|reason-|(move|select|unmark)$)/.test(id);

type Props = Readonly<{ commands: readonly Command[]; context: JudgingContext }>;

/** The other keys, always visible at a desk, each also a button. */
export function KeyLegend({ commands, context }: Props) {
  return (
    <div className="legend" role="group" aria-label="More">
      {commands
        .filter((command) => !hasOwnButton(command))
        .map((command) => (
          <button
            key={command.id}
            type="button"
            className={`key-${command.id}`}
            disabled={!command.isEnabled(context)}
            aria-keyshortcuts={command.keyLabel === 'Esc' ? 'Escape' : command.keyLabel}
            onClick={() => command.run(context)}
          >
            <kbd aria-hidden>{command.keyLabel}</kbd>
            {command.label}
          </button>
        ))}
    </div>
  );
}
