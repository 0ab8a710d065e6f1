import { useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import {
  rectsOf,
  select,
  selectedStretch,
  wordAtPoint,
} from '@/features/judging/highlighting/selection';
import type { Draft, DraftChange } from '@/features/judging/highlighting/useDraft';
import type { Step } from '@/features/judging/keys/highlightCommands';
import { PassageText } from '@/features/judging/pair/passageText';
import { addSpan, coveringSpan, removeSpan } from '@/features/judging/pair/spans';
import type { Span } from '@/features/judging/pair/spans';
import type { Stretch, Words } from '@/features/judging/pair/wordBorders';

/** The text as it is laid out; a word's box is where it begins, or ends, when lines break it. */
type Layout = Readonly<{
  words: Words;
  isRightToLeft: boolean;
  boxOf: (word: Stretch, end: 'first' | 'last') => DOMRect | undefined;
}>;

function layoutOf(container: Element, words: Words, at: Stretch): Layout {
  const block = [...container.children].findLast(
    (one) => Number(one.getAttribute('data-from')) <= at.from,
  );
  return {
    words,
    isRightToLeft: getComputedStyle(block ?? container).direction === 'rtl',
    boxOf: (word, end) => rectsOf(container, word).at(end === 'first' ? 0 : -1),
  };
}

type Way = Readonly<{ next: (word: Stretch) => Stretch | null; near: 'first' | 'last' }>;

const onward = ({ words }: Layout): Way => ({
  next: ({ to }) => words.next(to),
  near: 'first',
});

const back = ({ words }: Layout): Way => ({
  next: ({ from }) => words.previous(from),
  near: 'last',
});

const middle = ({ left, right }: DOMRect): number => (left + right) / 2;

const isSameLine = (one: DOMRect, other: DOMRect): boolean =>
  Math.abs(one.top + one.bottom - other.top - other.bottom) < one.height;

/** The word of the next line that lies nearest below, or above; the same word at the end. */
function acrossLines(layout: Layout, from: Stretch, { next, near }: Way): Stretch {
  const here = layout.boxOf(from, near === 'first' ? 'last' : 'first');
  if (here === undefined) return from;
  let [best, line]: [Stretch, DOMRect | null] = [from, null];
  let distance = Infinity;
  for (let word = next(from); word !== null; word = next(word)) {
    const box = layout.boxOf(word, near);
    if (box === undefined || isSameLine(box, here)) continue;
    line ??= box;
    if (!isSameLine(box, line)) break;
    const off = Math.abs(middle(box) - middle(here));
    if (off < distance) [best, distance] = [word, off];
  }
  return best;
}

/** The outermost word of the line. */
function alongLine(layout: Layout, from: Stretch, { next, near }: Way): Stretch {
  const here = layout.boxOf(from, near);
  let outermost = from;
  for (let word = next(from); word !== null; word = next(word)) {
    const box = layout.boxOf(word, near);
    if (here === undefined || box === undefined || !isSameLine(box, here)) break;
    outermost = word;
  }
  return outermost;
}

/** The word that the cursor comes to; where there is none that way, the one it is at. */
function moved(layout: Layout, from: Stretch, step: Step): Stretch {
  const [ahead, behind] = [onward(layout), back(layout)];
  const [left, right] = layout.isRightToLeft ? [ahead, behind] : [behind, ahead];
  const ways: Readonly<Record<Step, () => Stretch | null>> = {
    left: () => left.next(from),
    right: () => right.next(from),
    up: () => acrossLines(layout, from, behind),
    down: () => acrossLines(layout, from, ahead),
    start: () => alongLine(layout, from, behind),
    end: () => alongLine(layout, from, ahead),
  };
  return ways[step]() ?? from;
}

/** The selected words of the text that `ref` shows, corrected to their borders. */
function useSelectedWords(ref: RefObject<HTMLElement | null>, words: Words) {
  const [hasSelection, setHasSelection] = useState(false);

  const selectedNow = (): Stretch | null => {
    const selected = ref.current === null ? null : selectedStretch(ref.current);
    return selected === null ? null : words.widen(selected);
  };

  useEffect(() => {
    const look = (): void => {
      const selected = ref.current === null ? null : selectedStretch(ref.current);
      setHasSelection(selected !== null && words.widen(selected) !== null);
    };
    look();
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [ref, words]);

  const clear = (): void => {
    document.getSelection()?.removeAllRanges();
    setHasSelection(false);
  };

  return { hasSelection, selectedNow, clear };
}

const NO_WORDS = 'This passage has no words to highlight.';

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

/** Highlights words by any means: the selection, the word cursor, or taps. */
export function useHighlighting(text: string, draft: Draft, change: (part: DraftChange) => void) {
  const textRef = useRef<HTMLDivElement>(null);
  const passage = useMemo(() => new PassageText(text), [text]);
  const { hasSelection, selectedNow, clear } = useSelectedWords(textRef, passage.words);
  const { cursor, first, latest, spans } = draft;

  const withHighlight = (stretch: Stretch): readonly Span[] =>
    addSpan(spans, passage.spanOf(stretch));

  const addHighlight = (stretch: Stretch): void => {
    const updated = withHighlight(stretch);
    const added = coveringSpan(updated, passage.spanOf(stretch)[0]);
    clear();
    change({
      spans: updated,
      latest: added,
      first: null,
      cursor: cursor && { ...cursor, anchor: null },
      hint: null,
      said: `Highlighted: ${added === null ? '' : passage.read(added)}`,
    });
  };

  const remove = (span: Span): void =>
    change({ spans: removeSpan(spans, span), said: `Highlight removed: ${passage.read(span)}` });

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

  const highlight = (): void => {
    const stretch = selectedNow() ?? cursor?.at ?? null;
    if (stretch === null) begin();
    else addHighlight(stretch);
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

  const removeHighlight = (): void => {
    const at = cursor && passage.spanOf(cursor.at)[0];
    const under = at === null ? null : coveringSpan(spans, at);
    const span = under ?? spans.find((one) => one === latest) ?? spans.at(-1);
    if (span !== undefined) remove(span);
  };

  /** A tap starts a highlight, ends it, or removes the one it falls on. */
  const tap = (x: number, y: number, mayBegin: boolean): void => {
    const word = textRef.current && wordAtPoint(textRef.current, passage.words, x, y);
    if (word === null) return;
    const on = coveringSpan(spans, passage.spanOf(word)[0]);
    if (first !== null) addHighlight(joined(first, word));
    else if (on !== null) remove(on);
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
    isHighlighting: hasSelection || cursor !== null || first !== null,
    /** The highlights, and the selection that is not one yet. */
    spansNow: (): readonly Span[] => {
      const selected = selectedNow();
      return selected === null ? spans : withHighlight(selected);
    },
    selectedNow,
    clear,
    highlight,
    move,
    removeHighlight,
    remove,
    tap,
    end,
  };
}

export type Highlighting = ReturnType<typeof useHighlighting>;
