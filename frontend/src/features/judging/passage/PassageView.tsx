import { useLayoutEffect, useRef } from 'react';
import type { Grade } from '@/api/types';
import { MarkedText } from '@/features/judging/passage/MarkedText';
import { Marks } from '@/features/judging/passage/Marks';
import { StandingNotice } from '@/features/judging/passage/StandingNotice';
import type { Card } from '@/features/judging/pair/deck';
import { useHighlight } from '@/features/judging/marking/useHighlight';
import type { Judging } from '@/features/judging/desk/useJudging';
import { usePointerMarks } from '@/features/judging/marking/usePointerMarks';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/judging/passage/PassageView.module.css';

/** What a screen reader may read out at once; of a longer passage it reads as the reader goes. */
const READ_OUT = 3_000;

type Props = Readonly<{
  card: Card;
  judging: Judging;
  scale: readonly Grade[];
  isNewTopic: boolean;
}>;

/** Mounted anew for every passage: begins at its top, and tells a screen reader by taking the focus. */
export function PassageView({ card: { passage, topic }, judging, scale, isNewTopic }: Props) {
  const { draft, marking, context, standing, fixed } = judging;
  const { textRef, passage: shown, removeMark, selectedNow, tap } = marking;
  const article = useRef<HTMLElement>(null);
  const marksByHand = scale.some((grade) => grade.requires_span) && fixed === null;
  const { cursor, first, hint, spans } = draft;

  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    article.current?.focus({ preventScroll: true });
  }, []);

  useLayoutEffect(() => {
    if (context.hasCursor) textRef.current?.focus({ preventScroll: true });
  }, [context.hasCursor, textRef]);

  const handlers = usePointerMarks({
    marksOnDrag: marksByHand,
    isSelecting: () => selectedNow() !== null,
    mark: context.mark,
    tap: (x, y, isMouse) => {
      const mayBegin = context.hasCursor || (marksByHand && (!isMouse || hint !== null));
      if (fixed === null) tap(x, y, mayBegin);
    },
  });
  const atHand = first ?? cursor?.at ?? null;
  useHighlight('word-at-hand', textRef, atHand === null ? [] : [atHand]);

  return (
    <article
      ref={article}
      tabIndex={-1}
      className={styles.passage}
      aria-label={`${isNewTopic ? 'New topic. ' : ''}Passage for: ${topic.query}`}
      aria-describedby={passage.text.length > READ_OUT ? undefined : 'passage-text'}
      data-testid="passage"
    >
      <StandingNotice
        standing={standing}
        fixed={fixed}
        scale={scale}
        onReturn={context.stepForward}
      />
      {passage.title !== '' && <h2 dir="auto">{passage.title}</h2>}
      <MarkedText
        ref={textRef}
        id="passage-text"
        passage={shown}
        spans={spans}
        seam={passage.seam}
        isChoosing={context.hasCursor}
        {...handlers}
      />
      <Marks passage={shown} spans={spans} onUnmark={removeMark} />
      <p className={text.visuallyHidden} role="status">
        {draft.said}
      </p>
    </article>
  );
}
