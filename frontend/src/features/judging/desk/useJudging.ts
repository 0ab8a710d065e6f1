import { useLayoutEffect, useMemo, useState } from 'react';
import type { JudgingSetup } from '@/api/types';
import { hasEnded, isOpen, isShut } from '@/features/judging/desk/campaignState';
import type { DeskState } from '@/features/judging/desk/deskState';
import { useDesk } from '@/features/judging/desk/useDesk';
import { useGuidelineNews } from '@/features/judging/desk/useGuidelineNews';
import {
  asksForHighlights,
  laidAsideBy,
  withFittingHighlights,
} from '@/features/judging/highlighting/highlights';
import { useDraft } from '@/features/judging/highlighting/useDraft';
import { useHighlighting } from '@/features/judging/highlighting/useHighlighting';
import { commandFor, commandsOf } from '@/features/judging/keys/commands';
import type { Asking, Command, JudgingContext } from '@/features/judging/keys/commands';
import { describeMiss } from '@/features/judging/keys/legend';
import { NO_REMARKS, reopened, shown } from '@/features/judging/pair/deck';
import type { Card, Judged, Verdict } from '@/features/judging/pair/deck';
import type { Span } from '@/features/judging/pair/spans';
import { askForHighlights, offerEarlierHighlights } from '@/features/judging/pair/verdictTexts';
import { usePanel } from '@/features/judging/desk/usePanel';
import type { Panel } from '@/features/judging/desk/usePanel';
import { useSearch } from '@/features/judging/search/useSearch';
import { withTime } from '@/features/judging/visit/pace';
import { useStay } from '@/features/judging/visit/useStay';
import { isTyping } from '@/shared/browser/isTyping';

type Now = Readonly<{
  asking: Asking;
  isHighlighting: boolean;
  currentVerdict: Verdict | null;
  /** What may be closed. */
  panel: Panel;
}>;

const PANELS = {
  guideline: 'the guideline',
  history: 'your judgments',
  keys: 'the keys',
  search: 'the search',
} as const;

/** What Escape does now, the innermost first; null when there is nothing to leave. */
function wayBackFrom({ asking, isHighlighting, currentVerdict, panel }: Now): string | null {
  if (asking !== null) return 'Back to the grades';
  if (isHighlighting) return 'Stop highlighting';
  if (currentVerdict !== null) return 'Keep it as it is';
  return panel === null ? null : `Close ${PANELS[panel]}`;
}

/** What of the deck lies open before the reader. */
type Face = Readonly<{
  card: Card | undefined;
  /** Its verdict so far; null for a passage that is not judged yet. */
  currentVerdict: Verdict | null;
  /** Why the verdict cannot change; null where it can. */
  fixed: string | null;
  text: string;
  spans: readonly Span[];
  /** Changes whenever something else lies open, the same passage reopened among it. */
  key: string;
}>;

const NO_SPANS: readonly Span[] = [];

function whyFixed(again: Judged | undefined, workStatus: DeskState['workStatus']): string | null {
  if (again === undefined) return null;
  if (again.feedback !== null) return 'Answers of the qualification round stay as they are.';
  if (hasEnded({ workStatus })) return 'The campaign has ended, so it stays.';
  return isShut({ workStatus })
    ? 'Judging is paused; this answer can be changed when the campaign resumes.'
    : null;
}

function faceOf({ deck, workStatus }: Pick<DeskState, 'deck' | 'workStatus'>): Face {
  const card = shown(deck);
  const again = reopened(deck);
  const currentVerdict = again?.verdict ?? null;
  return {
    card,
    currentVerdict,
    fixed: whyFixed(again, workStatus),
    text: card?.passage.text ?? '',
    spans: currentVerdict?.spans ?? NO_SPANS,
    key: `${card?.key ?? ''} ${currentVerdict === null ? 'new' : 'again'}`,
  };
}

const isPlainDigit = ({ key, repeat, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  /^\d$/.test(key) && !repeat && !altKey && !ctrlKey && !metaKey;

type Miss = (key: string) => void;

/** Lets key presses anywhere on the page run the commands; a digit that chooses nothing is a miss. */
function useKeys(commands: readonly Command[], context: JudgingContext, onMiss: Miss): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const typing = isTyping(event.target);
      const command = commandFor(event, commands, context, typing);
      if (command !== undefined) {
        event.preventDefault();
        command.run(context, event);
      } else if (!typing && isPlainDigit(event)) onMiss(event.key);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [commands, context, onMiss]);
}

/** Everything the judging page shows and does, for one assessor in one campaign. */
export function useJudging(setup: JudgingSetup, username: string) {
  const { campaign, scale, reasons, guideline } = setup;
  const [desk, state] = useDesk(username, campaign.id);
  const search = useSearch(setup, state.deck, isOpen(state));
  const panels = usePanel(search.isThere);
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
    panel: panels.opened,
  });
  const stepForward = (): void => {
    if (asking !== null) change({ asking: null, hint: null });
    else if (highlighting.isHighlighting) highlighting.end();
    else if (currentVerdict !== null) desk.stepForward();
    else panels.closePanel();
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
    toggleGuideline: panels.toggle('guideline'),
    toggleHistory: panels.toggle('history'),
    toggleKeys: panels.toggle('keys'),
    search: panels.showSearch,
    stepBack: desk.stepBack,
    hasPassage,
    hasReasons: hasPassage && reasons.length > 0,
    hasGuideline: guideline !== null,
    hasSelection: hasPassage && highlighting.hasSelection,
    hasCursor: hasPassage && highlighting.hasCursor,
    canRemoveHighlight: hasPassage && draft.spans.length > 0,
    confidence: remarks.confidence,
    hasNote: remarks.note !== '',
    canSearch: search.canSearch,
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
    ...panels,
    search,
    username,
    times,
    commands,
    context,
  };
}

export type Judging = ReturnType<typeof useJudging>;
