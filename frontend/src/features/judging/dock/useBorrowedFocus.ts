import { useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus to what carries the ref when it appears (or `what` changes), and hands it back to
 * where it was when it goes. In the layout phase, so that a passage that appears meanwhile has the last word.
 */
export function useBorrowedFocus<Part extends HTMLElement>(what?: string | null) {
  const ref = useRef<Part>(null);
  useLayoutEffect(() => {
    const part = ref.current;
    if (part === null) return undefined;
    const before = document.activeElement;
    part.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [what]);
  return ref;
}
