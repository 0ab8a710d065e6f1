import { useMemo, useState } from 'react';
import type { JudgingSetup } from '@/api/types';
import { commandsOf } from '@/features/judging/keys/commands';
import type { Asking, JudgingContext } from '@/features/judging/keys/commands';
import { NO_REMARKS } from '@/features/judging/pair/deck';
import type { Verdict } from '@/features/judging/pair/deck';
import { faceOf } from '@/features/judging/desk/face';
import {
  asksForHighlights,
  laidAsideBy,
  withFittingHighlights,
} from '@/features/judging/highlighting/highlights';
import { useGuidelineNews } from '@/features/judging/desk/useGuidelineNews';
import { useDesk } from '@/features/judging/desk/useDesk';
import { useDraft } from '@/features/judging/highlighting/useDraft';
import { useKeys } from '@/features/judging/keys/useKeys';
import { useHighlighting } from '@/features/judging/highlighting/useHighlighting';
import { usePanel } from '@/features/judging/desk/usePanel';
import { useStay } from '@/features/judging/visit/useStay';
import { describeMiss } from '@/features/judging/keys/legend';
import { withTime } from '@/features/judging/visit/pace';
import { askForHighlights, offerEarlierHighlights } from '@/features/judging/pair/verdictTexts';
import { wayBackFrom } from '@/features/judging/desk/wayBack';

/** Everything the judging page shows and does, for one assessor in one campaign. */
export function useJudging(setup: JudgingSetup, username: string) {
  const { campaign, scale, reasons, guideline } = setup;
  const [desk, state] = useDesk(username, campaign.id);
  const { panel, toggle, closePanel } = usePanel();
  const [times, setTimes] = useState<readonly number[]>(setup.recent_active_ms);
  const { card: open, currentVerdict, fixed, text, spans: currentSpans, key } = faceOf(state);
  const guidelineNews = useGuidelineNews(setup, state, open?.key);
  const card = guidelineNews === null ? open : undefined;
  const concludeStay = useStay(campaign.id, card);
  const [draft, change] = useDraft(key, currentSpans, currentVerdict?.remarks ?? NO_REMARKS);
  const { asking, remarks } = draft;
  const highlighting = useHighlighting(text, draft, change);

  const decide = (answer: Verdict): void => {
    if (card === undefined) return;
    const verdict = withFittingHighlights({ ...answer, remarks }, scale, currentVerdict);
    highlighting.clear();
    const stayed = concludeStay();
    desk.judge(card, verdict, stayed, guideline?.version ?? 0);
    if (currentVerdict === null) setTimes(withTime(times, stayed.active_ms));
  };

  /** Words that are selected and not yet highlighted count, where the grade asks for words. */
  const grade = (value: number): void => {
    const chosen = scale.find((one) => one.value === value);
    const needsHighlights = asksForHighlights(scale, value);
    const spans = needsHighlights ? highlighting.spansNow() : draft.spans;
    if (chosen === undefined || !needsHighlights || spans.length > 0) {
      decide({ grade: value, reason: null, spans });
      return;
    }
    const earlier = laidAsideBy(currentVerdict);
    const hint = earlier.length > 0 ? offerEarlierHighlights(chosen) : askForHighlights(chosen);
    change({ spans: earlier, hint });
  };

  const wayBack = wayBackFrom({
    asking,
    isHighlighting: highlighting.isHighlighting,
    currentVerdict,
    panel,
  });
  const stepForward = (): void => {
    if (asking !== null) change({ asking: null, hint: null });
    else if (highlighting.isHighlighting) highlighting.end();
    else if (currentVerdict !== null) desk.stepForward();
    else closePanel();
  };
  const ask = (what: Asking): void => change({ asking: asking === what ? null : what, hint: null });

  const hasPassage = card !== undefined && fixed === null;

  const context: JudgingContext = {
    grade,
    highlight: highlighting.highlight,
    move: highlighting.move,
    removeHighlight: highlighting.removeHighlight,
    stepForward,
    answerNotJudged: (reason) => decide({ grade: null, reason, spans: draft.spans }),
    toggleReasons: () => ask('reason'),
    toggleConfidence: () => ask('confidence'),
    beSure: (confidence) =>
      change({
        asking: null,
        hint: null,
        remarks: {
          ...remarks,
          confidence: confidence === remarks.confidence ? null : confidence,
        },
      }),
    takeNote: () => change({ noting: 'writing' }),
    toggleGuideline: toggle('guideline'),
    toggleHistory: toggle('history'),
    toggleKeys: toggle('keys'),
    stepBack: desk.stepBack,
    hasPassage,
    hasReasons: hasPassage && reasons.length > 0,
    hasGuideline: guideline !== null,
    hasSelection: hasPassage && highlighting.hasSelection,
    hasCursor: hasPassage && highlighting.hasCursor,
    canRemoveHighlight: hasPassage && draft.spans.length > 0,
    confidence: remarks.confidence,
    hasNote: remarks.note !== '',
    canStepBack: state.deck.back < state.deck.judged.length,
    wayBack,
  };
  const commands = useMemo(
    () => commandsOf({ scale, reasons, campaign }, asking),
    [scale, reasons, campaign, asking],
  );
  const miss = (key: string): void => {
    if (hasPassage) change({ hint: describeMiss(key, commands) });
  };
  useKeys(commands, context, miss);

  return {
    desk,
    state,
    card,
    guidelineNews,
    currentVerdict,
    fixed,
    draft,
    change,
    highlighting,
    panel,
    closePanel,
    times,
    commands,
    context,
  };
}

export type Judging = ReturnType<typeof useJudging>;
