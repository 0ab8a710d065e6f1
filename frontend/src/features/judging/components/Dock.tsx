import type { JudgingSetup } from '@/api/types';
import { GradeButtons } from '@/features/judging/components/GradeButtons';
import { HintLine } from '@/features/judging/components/HintLine';
import { KeyLegend } from '@/features/judging/components/KeyLegend';
import { ReasonChooser } from '@/features/judging/components/ReasonChooser';
import type { Judging } from '@/features/judging/hooks/useJudging';

type Props = Readonly<{ judging: Judging; setup: JudgingSetup }>;

/** Where the hands are: the grades within the thumb's reach, and what else a key can do. */
export function Dock({ judging, setup }: Props) {
  const { commands, context, draft, marking, standing } = judging;
  return (
    <footer className="dock" aria-label="Judging">
      <HintLine draft={draft} commands={commands} context={context} onCancel={marking.end} />
      {draft.isAskingReason ? (
        <ReasonChooser commands={commands} context={context} />
      ) : (
        <GradeButtons
          scale={setup.scale}
          commands={commands}
          context={context}
          standing={standing}
        />
      )}
      <KeyLegend commands={commands} context={context} />
    </footer>
  );
}
