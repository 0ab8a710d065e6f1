import type { ReactNode } from 'react';
import { labelOf } from '@/features/judging/keys/commands';
import type { Command, JudgingContext } from '@/features/judging/keys/commands';
import styles from '@/features/judging/dock/HintLine.module.css';
import type { Draft } from '@/features/judging/highlighting/useDraft';

const OF_THE_CURSOR = ['highlight', 'move', 'select', 'remove-highlight'];
const OF_HIGHLIGHTS = ['remove-highlight'];

type KeysProps = Readonly<{
  ids: readonly string[];
  commands: readonly Command[];
  context: JudgingContext;
}>;

/** What keys do to highlights now, from the list that handles them. */
const HighlightKeys = ({ ids, commands, context }: KeysProps) =>
  ids
    .flatMap((id) => commands.filter((command) => command.id === id))
    .filter((command) => command.isEnabled(context))
    .map((command) => (
      <span key={command.id} className={styles.keys}>
        <kbd>{command.keyLabel}</kbd> {labelOf(command, context)}
      </span>
    ));

type ButtonProps = Readonly<{
  keyLabel?: string | undefined;
  onClick: () => void;
  children: ReactNode;
}>;

/** The press must not take the selection away before the click is done. */
const HintButton = ({ keyLabel, onClick, children }: ButtonProps) => (
  <button
    type="button"
    aria-keyshortcuts={keyLabel}
    onPointerDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    {keyLabel !== undefined && <kbd aria-hidden>{keyLabel}</kbd>}
    {children}
  </button>
);

type Props = Readonly<{
  draft: Draft;
  commands: readonly Command[];
  context: JudgingContext;
  onCancel: () => void;
}>;

/** One line above the grades, whose space is always reserved: what is missing, or what comes next. */
export function HintLine({ draft: { hint, first, cursor }, commands, context, onCancel }: Props) {
  const isQuiet = context.hasSelection || first !== null;
  return (
    <div className={styles.hint} data-testid="hint">
      <span role="alert">{isQuiet ? null : hint}</span>
      {context.hasSelection && (
        <HintButton
          keyLabel={commands.find(({ id }) => id === 'highlight')?.keyLabel}
          onClick={context.highlight}
        >
          Highlight the selected words
        </HintButton>
      )}
      {first !== null && !context.hasSelection && (
        <>
          <span>Tap the last word</span>
          <HintButton onClick={onCancel}>Cancel</HintButton>
        </>
      )}
      {!isQuiet && hint === null && (
        <HighlightKeys
          ids={cursor === null ? OF_HIGHLIGHTS : OF_THE_CURSOR}
          commands={commands}
          context={context}
        />
      )}
    </div>
  );
}
