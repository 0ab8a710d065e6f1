import { useLayoutEffect, useRef } from 'react';
import type { Grade } from '@/api/types';
import type { Judging } from '@/features/judging/desk/useJudging';
import { usePaintedStretches } from '@/features/judging/highlighting/usePaintedStretches';
import { usePointerHighlights } from '@/features/judging/highlighting/usePointerHighlights';
import type { Card, Verdict } from '@/features/judging/pair/deck';
import type { PassageText } from '@/features/judging/pair/passageText';
import type { Span } from '@/features/judging/pair/spans';
import { verdictName } from '@/features/judging/pair/verdictTexts';
import { HighlightedText } from '@/features/judging/passage/HighlightedText';
import { ScannedTerms } from '@/features/judging/passage/ScannedTerms';
import { Button } from '@/shared/ui/forms/Button';
import notice from '@/features/judging/frame/notice.module.css';
import marksStyles from '@/features/judging/passage/Marks.module.css';
import styles from '@/features/judging/passage/PassageView.module.css';
import text from '@/shared/styles/text.module.css';

const SHOWN = 40;

/** The first words of a highlight; never half a character. */
function shorten(words: string): string {
  const points = Array.from(words.slice(0, 2 * SHOWN + 2));
  return points.length > SHOWN ? `${points.slice(0, SHOWN).join('').trimEnd()}…` : words;
}

type HighlightListProps = Readonly<{
  passage: PassageText;
  spans: readonly Span[];
  onRemove: (span: Span) => void;
}>;

/** The highlighted words as a list: each can be removed by keyboard, and by a large target. */
function HighlightList({ passage, spans, onRemove }: HighlightListProps) {
  if (spans.length === 0) return null;
  return (
    <ul role="list" className={marksStyles.marks} aria-label="Highlighted words">
      {spans.map((span) => (
        <li key={span[0]}>
          <button type="button" onClick={() => onRemove(span)}>
            <span className={text.visuallyHidden}>Remove the highlight on </span>
            <bdi>{shorten(passage.read(span))}</bdi>
            <span aria-hidden> ×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

type JudgedBeforeNoticeProps = Readonly<{
  currentVerdict: Verdict | null;
  /** Why it stays as it is. */
  fixed: string | null;
  scale: readonly Grade[];
  onReturn: () => void;
}>;

function JudgedBeforeNotice({ currentVerdict, fixed, scale, onReturn }: JudgedBeforeNoticeProps) {
  if (currentVerdict === null) return null;
  return (
    <p className={notice.notice} role="note">
      <span>
        You judged this <b>{verdictName(currentVerdict, scale)}</b>.{' '}
        {fixed ?? 'Choose another grade to change it.'}
      </span>
      <Button look="flush" onClick={onReturn}>
        {fixed === null ? 'Keep it' : 'Go on'}
      </Button>
    </p>
  );
}

/** What a screen reader may read out at once; of a longer passage it reads as the reader goes. */
const READ_OUT = 3_000;

type Props = Readonly<{
  card: Card;
  judging: Judging;
  scale: readonly Grade[];
  isNewTopic: boolean;
}>;

/** Mounted anew for every passage: begins at its top, and takes the focus, which a screen reader announces. */
export function PassageView({ card: { passage, topic }, judging, scale, isNewTopic }: Props) {
  const { draft, highlighting, context, currentVerdict, fixed } = judging;
  const { textRef, passage: shown, remove, selectedNow, tap } = highlighting;
  const article = useRef<HTMLElement>(null);
  const canHighlight = scale.some((grade) => grade.requires_span) && fixed === null;
  const { cursor, first, hint, spans } = draft;

  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    article.current?.focus({ preventScroll: true });
  }, []);

  useLayoutEffect(() => {
    if (context.hasCursor) textRef.current?.focus({ preventScroll: true });
  }, [context.hasCursor, textRef]);

  const handlers = usePointerHighlights({
    highlightsOnDrag: canHighlight,
    isSelecting: () => selectedNow() !== null,
    highlight: context.highlight,
    tap: (x, y, isMouse) => {
      const mayBegin = context.hasCursor || (canHighlight && (!isMouse || hint !== null));
      if (fixed === null) tap(x, y, mayBegin);
    },
  });
  const atHand = first ?? cursor?.at ?? null;
  usePaintedStretches('word-at-hand', textRef, atHand === null ? [] : [atHand]);

  return (
    <>
      <article
        ref={article}
        tabIndex={-1}
        className={styles.passage}
        aria-label={`${isNewTopic ? 'New topic. ' : ''}Passage for: ${topic.query}`}
        aria-describedby={passage.text.length > READ_OUT ? undefined : 'passage-text'}
        data-testid="passage"
      >
        <JudgedBeforeNotice
          currentVerdict={currentVerdict}
          fixed={fixed}
          scale={scale}
          onReturn={context.stepForward}
        />
        {passage.title !== '' && (
          <h2 dir="auto" data-scanned>
            {passage.title}
          </h2>
        )}
        <HighlightedText
          ref={textRef}
          id="passage-text"
          passage={shown}
          spans={spans}
          seam={passage.seam}
          isChoosing={context.hasCursor}
          {...handlers}
        />
        <HighlightList passage={shown} spans={spans} onRemove={remove} />
        <p className={text.visuallyHidden} role="status">
          {draft.said}
        </p>
      </article>
      <ScannedTerms
        search={judging.search}
        passage={article}
        text={passage.text}
        highlights={spans}
      />
    </>
  );
}
