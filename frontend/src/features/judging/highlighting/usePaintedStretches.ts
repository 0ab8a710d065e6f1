import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';
import { rangeOf } from '@/features/judging/highlighting/selection';
import type { Stretch } from '@/features/judging/pair/wordBorders';

const canHighlight = (): boolean => 'CSS' in window && 'highlights' in CSS;

/**
 * Paints stretches of the text as `::highlight(name)`, with no element of their own. After every
 * render, since a new highlight splits the text again; a browser that cannot paint them shows none.
 */
export function usePaintedStretches(
  name: string,
  ref: RefObject<HTMLElement | null>,
  stretches: readonly Stretch[],
): void {
  useLayoutEffect(() => {
    const container = ref.current;
    if (container === null || stretches.length === 0 || !canHighlight()) return undefined;
    const ranges = stretches.map((stretch) => rangeOf(container, stretch));
    CSS.highlights.set(name, new Highlight(...ranges.filter((range) => range !== null)));
    return () => void CSS.highlights.delete(name);
  });
}
