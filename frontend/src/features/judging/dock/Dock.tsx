import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { JudgingSetup } from '@/api/types';
import type { Judging } from '@/features/judging/desk/useJudging';
import { HintLine } from '@/features/judging/dock/HintLine';
import { useBorrowedFocus } from '@/features/judging/dock/useBorrowedFocus';
import type { Draft, DraftChange } from '@/features/judging/highlighting/useDraft';
import type { Asking, Command, JudgingContext } from '@/features/judging/keys/commands';
import { describeDigits, isChoice, keySpan, legendOf } from '@/features/judging/keys/legend';
import { Button } from '@/shared/ui/forms/Button';
import { GradeButtons } from '@/shared/ui/grades/GradeButtons';
import choicePanel from '@/features/judging/dock/ChoicePanel.module.css';
import styles from '@/features/judging/dock/Dock.module.css';
import noteField from '@/features/judging/dock/NoteField.module.css';
import keyLegend from '@/features/judging/keys/KeyLegend.module.css';
import text from '@/shared/styles/text.module.css';

const QUESTIONS = {
  reason: 'Why can this passage not be judged?',
  confidence: 'How sure are you of the grade that you give next?',
} as const;

type ChoicePanelProps = Readonly<{
  asking: NonNullable<Asking>;
  commands: readonly Command[];
  context: JudgingContext;
}>;

/** Shown instead of the grades while the assessor says why a passage cannot be judged, or how sure they are. */
function ChoicePanel({ asking, commands, context }: ChoicePanelProps) {
  const group = useBorrowedFocus<HTMLDivElement>();
  const chosen = `confidence-${context.confidence}`;
  return (
    <div
      ref={group}
      tabIndex={-1}
      className={choicePanel.choices}
      data-testid="choices"
      role="group"
      aria-labelledby="choice"
    >
      <p id="choice">{QUESTIONS[asking]}</p>
      {commands.filter(isChoice).map((command) => (
        <button
          key={command.id}
          type="button"
          className={choicePanel.choice}
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

const shortcutOf = ({ keyLabel, tokens }: Command): string | undefined =>
  keyLabel.length === 1 && keyLabel !== '⌫' ? keyLabel : tokens[0];

type KeyLegendProps = Readonly<{ commands: readonly Command[]; context: JudgingContext }>;

/** What the keys do now, always visible at a desk; each but the digits is also a button. */
function KeyLegend({ commands, context }: KeyLegendProps) {
  const span = keySpan(commands);
  return (
    <div className={keyLegend.legend} role="group" aria-label="Keys">
      {context.hasPassage && span !== '' && (
        <span className={keyLegend.digits}>
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

const LONGEST = 10_000;

type NoteFieldProps = Readonly<{ draft: Draft; change: (part: DraftChange) => void }>;

/** A note on the judgment, saved with the grade; no key that is typed into it judges. */
function NoteField({ draft: { noting, remarks }, change }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (noting === 'writing') field.current?.focus();
  }, [noting]);
  if (noting === null) return null;

  function leave(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    field.current?.blur();
  }

  return (
    <label className={noteField.note} data-noting={noting}>
      <span>
        Note{' '}
        <span className={text.soft}>
          saved with the grade<span className={noteField.keys}>; Esc leaves the field</span>
        </span>
      </span>
      <textarea
        ref={field}
        rows={2}
        maxLength={LONGEST}
        value={remarks.note}
        onChange={({ target }) => change({ remarks: { ...remarks, note: target.value } })}
        onKeyDown={leave}
        onBlur={() => change({ noting: remarks.note === '' ? null : 'shown' })}
      />
    </label>
  );
}

/** Where the hands are: the grades within the thumb's reach, and what else a key can do. */
export function Dock({ judging, setup }: Readonly<{ judging: Judging; setup: JudgingSetup }>) {
  const { card, commands, context, draft, highlighting, currentVerdict } = judging;
  if (card === undefined) {
    return (
      <footer className={styles.dock} aria-label="Judging">
        <KeyLegend commands={commands} context={context} />
      </footer>
    );
  }
  return (
    <footer className={styles.dock} aria-label="Judging">
      <HintLine draft={draft} commands={commands} context={context} onCancel={highlighting.end} />
      <NoteField draft={draft} change={judging.change} />
      {draft.asking !== null ? (
        <ChoicePanel
          key={draft.asking}
          asking={draft.asking}
          commands={commands}
          context={context}
        />
      ) : (
        <GradeButtons
          isDock
          label="Grades"
          scale={setup.scale}
          standing={currentVerdict?.grade}
          isDisabled={!context.hasPassage}
          onChoose={context.grade}
        />
      )}
      <KeyLegend commands={commands} context={context} />
    </footer>
  );
}
