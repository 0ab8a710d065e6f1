import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';
import { foundIn } from '@/features/judging/search/terms';

const canPaint = (): boolean => 'CSS' in window && 'highlights' in CSS;

const MOST = 2_000;

/** The words that the finder finds below these elements, each with whether a highlight holds it. */
function* wordsBelow(parts: Iterable<Element>, finder: RegExp): Generator<[Range, boolean]> {
  for (const part of parts) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const node = texts.currentNode as Text;
      for (const { from, to } of foundIn(node.data, finder)) {
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, to);
        yield [range, node.parentElement?.closest('mark') !== null];
      }
    }
  }
}

function paint(name: string, ranges: readonly Range[]): void {
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

/**
 * Paints what the finder finds in the parts of a passage marked `data-scanned`, as `::highlight()`:
 * the page's elements stay as they are. Inside an answer's highlight the words are only underlined.
 * Again whenever `text` or `highlights` change, which split the text.
 */
export function usePaintedTerms(
  ref: RefObject<HTMLElement | null>,
  finder: RegExp | null,
  text: string,
  highlights: unknown,
): void {
  useLayoutEffect(() => {
    if (finder === null || ref.current === null || !canPaint()) return undefined;
    const words = [...wordsBelow(ref.current.querySelectorAll('[data-scanned]'), finder)];
    const ranges = (isHeld: boolean) =>
      words.slice(0, MOST).flatMap(([range, held]) => (held === isHeld ? [range] : []));
    paint('scanned', ranges(false));
    paint('scanned-in-highlight', ranges(true));
    return () => {
      CSS.highlights.delete('scanned');
      CSS.highlights.delete('scanned-in-highlight');
    };
  }, [ref, finder, text, highlights]);
}
