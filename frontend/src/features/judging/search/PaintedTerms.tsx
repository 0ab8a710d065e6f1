import { useLayoutEffect, useMemo } from 'react';
import type { RefObject } from 'react';
import { finderOf, foundIn, termsIn } from '@/features/judging/search/terms';

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

type Props = Readonly<{
  passage: RefObject<HTMLElement | null>;
  scanned: string;
  /** Both split the text, and so move the words. */
  text: string;
  highlights: unknown;
}>;

/**
 * Paints words that begin with a scanned term, in the parts of a passage marked `data-scanned`, as
 * `::highlight()`: the page's elements stay as they are. Inside an answer's highlight the words are
 * only underlined. In a file of its own, which is fetched where there are terms.
 */
export function PaintedTerms({ passage, scanned, text, highlights }: Props) {
  const finder = useMemo(() => finderOf(termsIn(scanned)), [scanned]);
  useLayoutEffect(() => {
    if (finder === null || passage.current === null || !canPaint()) return undefined;
    const words = [...wordsBelow(passage.current.querySelectorAll('[data-scanned]'), finder)];
    const ranges = (isHeld: boolean) =>
      words.slice(0, MOST).flatMap(([range, held]) => (held === isHeld ? [range] : []));
    paint('scanned', ranges(false));
    paint('scanned-in-highlight', ranges(true));
    return () => {
      CSS.highlights.delete('scanned');
      CSS.highlights.delete('scanned-in-highlight');
    };
  }, [passage, finder, text, highlights]);
  return null;
}
