import { useCallback, useEffect, useRef, useState } from 'react';
import { selectedSpan } from '@/features/judging/selection';
import type { Span } from '@/features/judging/spans';

/** The words of the passage that are selected now; `textRef` goes on the element that shows its text. */
export function useSelectedSpan(text: string) {
  const textRef = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<Span | null>(null);

  useEffect(() => {
    const look = (): void => {
      const container = textRef.current;
      setSelected(container === null ? null : selectedSpan(container, text));
    };
    look();
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [text]);

  const clear = useCallback((): void => {
    document.getSelection()?.removeAllRanges();
    setSelected(null);
  }, []);

  return { textRef, selected, clear };
}
