import { useMemo, useState } from 'react';
import type { Grade, JudgingSetup } from '@/api/types';
import { commandsOf } from '@/features/judging/commands';
import type { JudgingContext } from '@/features/judging/commands';
import { isSameVerdict } from '@/features/judging/deck';
import type { Verdict } from '@/features/judging/deck';
import { faceOf } from '@/features/judging/face';
import { useDesk } from '@/features/judging/hooks/useDesk';
import { useDraft } from '@/features/judging/hooks/useDraft';
import { useKeys } from '@/features/judging/hooks/useKeys';
import { useMarking } from '@/features/judging/hooks/useMarking';
import { useStay } from '@/features/judging/hooks/useStay';

export type Panel = 'guideline' | 'keys' | null;

const needsSpan = (grade: Grade | undefined): grade is Grade => grade?.requires_span === true;

/** Everything the judging page shows and does, for one assessor in one campaign. */
export function useJudging(
  { campaign, scale, reasons, guideline }: JudgingSetup,
  username: string,
) {
  const [desk, state] = useDesk(username, campaign.id);
  const [panel, setPanel] = useState<Panel>(null);
  const { card, standing, isFixed, text, spans: standingSpans, key } = faceOf(state.deck);
  const concludeStay = useStay(campaign.id, card);
  const [draft, change] = useDraft(key, standingSpans);
  const marking = useMarking(text, draft, change);

  const decide = (verdict: Verdict): void => {
    if (card === undefined) return;
    marking.clear();
    if (standing !== null && isSameVerdict(standing, verdict)) desk.returnToHand();
    else desk.judge(card, verdict, concludeStay());
  };

  /** Words that are selected and not yet marked count, where the grade asks for words. */
  const grade = (value: number): void => {
    const chosen = scale.find((one) => one.value === value);
    const spans = needsSpan(chosen) ? marking.spansNow() : draft.spans;
    if (needsSpan(chosen) && spans.length === 0) {
      change({ hint: `“${chosen.name}” asks for the words that answer: select them first.` });
    } else decide({ grade: value, reason: null, spans });
  };

  const stepForward = (): void => {
    if (draft.isAskingReason) change({ isAskingReason: false });
    else if (marking.isMarking) marking.end();
    else if (standing !== null) desk.stepForward();
    else setPanel(null);
  };

  const toggle = (which: Panel) => (): void => setPanel((open) => (open === which ? null : which));
  const hasPassage = card !== undefined && !isFixed;

  const context: JudgingContext = {
    grade,
    mark: marking.mark,
    move: marking.move,
    unmark: marking.unmark,
    stepForward,
    refuse: (reason) => decide({ grade: null, reason, spans: [] }),
    toggleReasons: () => change({ isAskingReason: !draft.isAskingReason }),
    toggleGuideline: toggle('guideline'),
    toggleKeys: toggle('keys'),
    stepBack: desk.stepBack,
    hasPassage,
    hasReasons: hasPassage && reasons.length > 0,
    hasGuideline: guideline !== null,
    hasSelection: hasPassage && marking.hasSelection,
    hasCursor: hasPassage && marking.hasCursor,
    canUnmark: hasPassage && draft.spans.length > 0,
    canStepBack: state.deck.back < state.deck.judged.length,
    canStepForward:
      draft.isAskingReason || marking.isMarking || standing !== null || panel !== null,
  };
  const commands = useMemo(
    () => commandsOf(scale, reasons, draft.isAskingReason),
    [scale, reasons, draft.isAskingReason],
  );
  useKeys(commands, context);

  return { desk, state, card, standing, isFixed, draft, marking, panel, commands, context };
}

export type Judging = ReturnType<typeof useJudging>;
