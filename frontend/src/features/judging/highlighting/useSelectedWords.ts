import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { selectedStretch } from '@/features/judging/highlighting/selection';
import type { Stretch, Words } from '@/features/judging/pair/wordBorders';

/** The selected words of the text that `ref` shows, corrected to their borders. */
export function useSelectedWords(ref: RefObject<HTMLElement | null>, words: Words) {
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
