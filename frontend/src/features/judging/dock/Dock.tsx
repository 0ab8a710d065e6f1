import type { JudgingSetup } from '@/api/types';
import { ChoicePanel } from '@/features/judging/dock/ChoicePanel';
import { GradeButtons } from '@/features/judging/dock/GradeButtons';
import { HintLine } from '@/features/judging/dock/HintLine';
import { KeyLegend } from '@/features/judging/keys/KeyLegend';
import { NoteField } from '@/features/judging/dock/NoteField';
import type { Judging } from '@/features/judging/desk/useJudging';
import styles from '@/features/judging/dock/Dock.module.css';

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
