import type { CSSProperties, KeyboardEvent } from 'react';
import { useEffect, useRef } from 'react';
import type { JudgingSetup, Grade } from '@/api/types';
import { ChoicePanel } from '@/features/judging/dock/ChoicePanel';
import { HintLine } from '@/features/judging/dock/HintLine';
import { KeyLegend } from '@/features/judging/keys/KeyLegend';
import type { Judging } from '@/features/judging/desk/useJudging';
import type { Command, JudgingContext } from '@/features/judging/keys/commands';
import type { Verdict } from '@/features/judging/pair/deck';
import type { Draft, DraftChange } from '@/features/judging/highlighting/useDraft';
import styles from '@/features/judging/dock/Dock.module.css';
import gradeButtons from '@/features/judging/dock/GradeButtons.module.css';
import text from '@/shared/styles/text.module.css';
import noteField from '@/features/judging/dock/NoteField.module.css';

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
    <label className={noteField.note}>
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

type Props = Readonly<{
  scale: readonly Grade[];
  commands: readonly Command[];
  context: JudgingContext;
  currentVerdict: Verdict | null;
}>;

function GradeButtons({ scale, commands, context, currentVerdict }: Props) {
  return (
    <div className={gradeButtons.grades} role="group" aria-label="Grades">
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
          scale={setup.scale}
          commands={commands}
          context={context}
          currentVerdict={currentVerdict}
        />
      )}
      <KeyLegend commands={commands} context={context} />
    </footer>
  );
}
