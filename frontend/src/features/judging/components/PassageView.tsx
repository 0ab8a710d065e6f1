import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Grade } from '@/api/types';
import { MarkedText } from '@/features/judging/components/MarkedText';
import { Marks } from '@/features/judging/components/Marks';
import { StandingNotice } from '@/features/judging/components/StandingNotice';
import type { Card } from '@/features/judging/deck';
import type { Judging } from '@/features/judging/hooks/useJudging';
import { removeSpan } from '@/features/judging/spans';
import type { Span } from '@/features/judging/spans';

type Props = Readonly<{ card: Card; judging: Judging; scale: readonly Grade[] }>;

/** Mounted anew for every passage: begins at its top, and tells a screen reader by taking the focus. */
export function PassageView({ card: { passage }, judging, scale }: Props) {
  const { draft, change, textRef, context, standing, isFixed } = judging;
  const article = useRef<HTMLElement>(null);
  const marksOnDrag = scale.some((grade) => grade.requires_span);
  const unmark = (span: Span): void => change({ spans: removeSpan(draft.spans, span) });

  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    article.current?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    const release = ({ pointerType }: PointerEvent): void => {
      if (marksOnDrag && pointerType === 'mouse' && context.hasSelection) context.mark();
    };
    document.addEventListener('pointerup', release);
    return () => document.removeEventListener('pointerup', release);
  }, [marksOnDrag, context]);

  return (
    <article
      ref={article}
      tabIndex={-1}
      className="passage"
      aria-label="Passage"
      data-testid="passage"
    >
      <StandingNotice
        standing={standing}
        isFixed={isFixed}
        scale={scale}
        onReturn={context.stepForward}
      />
      {passage.title !== '' && <h2>{passage.title}</h2>}
      <MarkedText ref={textRef} text={passage.text} spans={draft.spans} onUnmark={unmark} />
      <Marks text={passage.text} spans={draft.spans} onUnmark={unmark} />
    </article>
  );
}
