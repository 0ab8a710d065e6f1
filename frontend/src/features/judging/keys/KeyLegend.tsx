import type { Command, JudgingContext } from '@/features/judging/keys/commands';
import styles from '@/features/judging/keys/KeyLegend.module.css';
import { describeDigits, keySpan, legendOf } from '@/features/judging/keys/legend';

const shortcutOf = ({ keyLabel, tokens }: Command): string | undefined =>
  keyLabel.length === 1 && keyLabel !== '⌫' ? keyLabel : tokens[0];

type Props = Readonly<{ commands: readonly Command[]; context: JudgingContext }>;

/** What the keys do now, always visible at a desk; each but the digits is also a button. */
export function KeyLegend({ commands, context }: Props) {
  const span = keySpan(commands);
  return (
    <div className={styles.legend} role="group" aria-label="Keys">
      {context.hasPassage && span !== '' && (
        <span className={styles.digits}>
          <kbd>{span}</kbd>
          {describeDigits(commands)}
        </span>
      )}
      {legendOf(commands, context).map(({ command, label }) => (
        <button
          key={command.id}
          type="button"
          data-key={command.id}
          aria-keyshortcuts={shortcutOf(command)}
          onClick={() => command.run(context)}
        >
          <kbd aria-hidden>{command.keyLabel}</kbd>
          {label}
        </button>
      ))}
    </div>
  );
}
