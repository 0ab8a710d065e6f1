import { useEffect, useRef } from 'react';
import type { MouseEvent, PointerEvent as ReactPointerEvent } from 'react';
import { caretAt, selectTo } from '@/features/judging/highlighting/selection';
import type { Caret } from '@/features/judging/highlighting/selection';

/** How far a finger may slip while it taps, in pixels. */
const SLIP = 10;

const hasSelection = (): boolean => document.getSelection()?.isCollapsed === false;

type Press = Readonly<{
  x: number;
  y: number;
  /** Where in the text, however far that is scrolled since. */
  caret: Caret | null;
  isMouse: boolean;
  hadSelection: boolean;
}>;

const isNear = (one: Press, x: number, y: number) => Math.hypot(x - one.x, y - one.y) < SLIP;

type Options = Readonly<{
  /** Whether dragging the mouse highlights what it selects. */
  highlightsOnDrag: boolean;
  /** Whether words of the passage are selected at this moment. */
  isSelecting: () => boolean;
  highlight: () => void;
  tap: (x: number, y: number, isMouse: boolean) => void;
}>;

/**
 * Highlights by pointer: a drag of the mouse at once, and a tap. The end of a drag or a scroll, the second of
 * two clicks, and a click that clears a selection are no taps. The browser selects and scrolls.
 */
export function usePointerHighlights(options: Options) {
  const press = useRef<Press | null>(null);
  const { highlightsOnDrag, isSelecting, highlight, tap } = options;

  useEffect(() => {
    const forget = (): void => {
      press.current = null;
    };
    const release = ({ pointerType, clientX: x, clientY: y }: PointerEvent): void => {
      if (!highlightsOnDrag || pointerType !== 'mouse') return;
      const began = press.current;
      // Between two pixels, as on a screen at 125%, Chromium selects nothing in one drag of twenty.
      if (began?.caret && !isNear(began, x, y) && !isSelecting()) selectTo(began.caret, x, y);
      if (!isSelecting()) return;
      press.current = null;
      highlight();
    };
    document.addEventListener('pointerdown', forget, { capture: true });
    document.addEventListener('pointerup', release);
    return () => {
      document.removeEventListener('pointerdown', forget, { capture: true });
      document.removeEventListener('pointerup', release);
    };
  }, [highlightsOnDrag, isSelecting, highlight]);

  const onPointerDown = (event: ReactPointerEvent): void => {
    const { clientX: x, clientY: y, pointerType } = event;
    if (event.button !== 0) return;
    press.current = {
      x,
      y,
      caret: caretAt(x, y),
      isMouse: pointerType === 'mouse',
      hadSelection: hasSelection(),
    };
  };

  const onClick = ({ clientX: x, clientY: y, detail }: MouseEvent): void => {
    const began = press.current;
    press.current = null;
    if (began === null || began.hadSelection || hasSelection()) return;
    if (began.isMouse && detail > 1) return;
    if (isNear(began, x, y)) tap(x, y, began.isMouse);
  };

  return { onPointerDown, onClick };
}
