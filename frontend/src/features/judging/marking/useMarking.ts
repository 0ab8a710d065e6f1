import { useMemo, useRef } from 'react';
import type { Draft, DraftChange } from '@/features/judging/marking/useDraft';
import { useSelectedWords } from '@/features/judging/marking/useSelectedWords';
import type { Step } from '@/features/judging/keys/markingCommands';
import { PassageText } from '@/features/judging/pair/passageText';
import { rectsOf, select, wordAtPoint } from '@/features/judging/marking/selection';
import { addSpan, coveringSpan, removeSpan } from '@/features/judging/pair/spans';
import type { Span } from '@/features/judging/pair/spans';
import type { Stretch } from '@/features/judging/pair/wordBorders';
import { layoutOf, moved } from '@/features/judging/marking/wordCursor';

const NO_WORDS = 'There are no words in this passage to mark.';

const joined = (one: Stretch, other: Stretch): Stretch => ({
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
});

/** The first word in sight below the query, or that of the text. */
function firstInSight(container: HTMLElement, { words }: PassageText): Stretch | null {
  const { left } = container.getBoundingClientRect();
  const seen =
    window.scrollY > 0 ? wordAtPoint(container, words, left + 4, window.innerHeight * 0.36) : null;
  return seen ?? words.next(0);
}

/** Scrolls where a word lies beside the middle of the window, which query and grades never cover. */
function keepInSight(container: HTMLElement, word: Stretch): void {
  const box = rectsOf(container, word)[0];
  const height = window.innerHeight;
  if (box === undefined || (box.top > 0.33 * height && box.bottom < 0.67 * height)) return;
  window.scrollBy({ top: box.top - 0.45 * height });
}

/** Marking words by any means: what is selected, under the word cursor, or tapped. */
export function useMarking(text: string, draft: Draft, change: (part: DraftChange) => void) {
  const textRef = useRef<HTMLDivElement>(null);
  const passage = useMemo(() => new PassageText(text), [text]);
  const { hasSelection, selectedNow, clear } = useSelectedWords(textRef, passage.words);
  const { cursor, first, latest, spans } = draft;

  const withMark = (stretch: Stretch): readonly Span[] => addSpan(spans, passage.spanOf(stretch));

  const markStretch = (stretch: Stretch): void => {
    const marks = withMark(stretch);
    const added = coveringSpan(marks, passage.spanOf(stretch)[0]);
    clear();
    change({
      spans: marks,
      latest: added,
      first: null,
      cursor: cursor && { ...cursor, anchor: null },
      hint: null,
      said: `Marked: ${added === null ? '' : passage.read(added)}`,
    });
  };

  const removeMark = (span: Span): void =>
    change({ spans: removeSpan(spans, span), said: `Mark removed: ${passage.read(span)}` });

  const show = (at: Stretch, anchor: Stretch | null): void => {
    const shown = anchor === null ? at : joined(anchor, at);
    const said = passage.text.slice(shown.from, shown.to);
    change({ cursor: { at, anchor }, first: null, hint: null, said });
    if (textRef.current !== null) keepInSight(textRef.current, at);
  };

  const begin = (): void => {
    const at = first ?? (textRef.current && firstInSight(textRef.current, passage));
    if (at === null) change({ hint: NO_WORDS });
    else show(at, null);
  };

  const mark = (): void => {
    const stretch = selectedNow() ?? cursor?.at ?? null;
    if (stretch === null) begin();
    else markStretch(stretch);
  };

  const move = (step: Step, isSelecting: boolean): void => {
    const container = textRef.current;
    if (container === null || cursor === null) return;
    const at = moved(layoutOf(container, passage.words, cursor.at), cursor.at, step);
    if (!isSelecting) {
      clear();
      show(at, null);
      return;
    }
    const anchor = cursor.anchor ?? cursor.at;
    select(container, joined(anchor, at));
    show(at, anchor);
  };

  const unmark = (): void => {
    const at = cursor && passage.spanOf(cursor.at)[0];
    const under = at === null ? null : coveringSpan(spans, at);
    const span = under ?? spans.find((one) => one === latest) ?? spans.at(-1);
    if (span !== undefined) removeMark(span);
  };

  /** A tap begins a mark, ends it, or takes away the one it falls on. */
  const tap = (x: number, y: number, mayBegin: boolean): void => {
    const word = textRef.current && wordAtPoint(textRef.current, passage.words, x, y);
    if (word === null) return;
    const on = coveringSpan(spans, passage.spanOf(word)[0]);
    if (first !== null) markStretch(joined(first, word));
    else if (on !== null) removeMark(on);
    else if (mayBegin) change({ first: word, said: 'Tap the last word' });
  };

  const end = (): void => {
    clear();
    change({ first: null, cursor: null });
  };

  return {
    textRef,
    passage,
    hasSelection,
    hasCursor: cursor !== null,
    isMarking: hasSelection || cursor !== null || first !== null,
    /** The marks, with what is selected and not yet marked. */
    spansNow: (): readonly Span[] => {
      const selected = selectedNow();
      return selected === null ? spans : withMark(selected);
    },
    selectedNow,
    clear,
    mark,
    move,
    unmark,
    removeMark,
    tap,
    end,
  };
}

export type Marking = ReturnType<typeof useMarking>;
