import { useEffect, useRef } from 'react';
import type { MouseEvent, PointerEvent as ReactPointerEvent } from 'react';

/** How far a finger may slip while it taps, in pixels. */
const SLIP = 10;

const hasSelection = (): boolean => document.getSelection()?.isCollapsed === false;

type Press = Readonly<{ x: number; y: number; isMouse: boolean; hadSelection: boolean }>;

type Options = Readonly<{
  /** Whether a drag of the mouse marks what it selects. */
  marksOnDrag: boolean;
  /** Whether words of the passage are selected at this moment. */
  isSelecting: () => boolean;
  mark: () => void;
  tap: (x: number, y: number, isMouse: boolean) => void;
}>;

/**
 * Marks by pointer: a drag of the mouse at once, and a tap when it is one: not the end of a drag or a scroll, not the
 * second click of two, not what takes a selection away. Selecting and scrolling are left to the browser.
 */
export function usePointerMarks(options: Options) {
  const press = useRef<Press | null>(null);
  const { marksOnDrag, isSelecting, mark, tap } = options;

  useEffect(() => {
    const release = ({ pointerType }: PointerEvent): void => {
      if (!marksOnDrag || pointerType !== 'mouse' || !isSelecting()) return;
      press.current = null;
      mark();
    };
    document.addEventListener('pointerup', release);
    return () => document.removeEventListener('pointerup', release);
  }, [marksOnDrag, isSelecting, mark]);

  const onPointerDown = (event: ReactPointerEvent): void => {
    const { clientX: x, clientY: y, pointerType } = event;
    press.current = { x, y, isMouse: pointerType === 'mouse', hadSelection: hasSelection() };
  };

  const onClick = ({ clientX: x, clientY: y, detail }: MouseEvent): void => {
    const began = press.current;
    press.current = null;
    if (began === null || began.hadSelection || hasSelection()) return;
    if (began.isMouse && detail > 1) return;
    if (Math.hypot(x - began.x, y - began.y) < SLIP) tap(x, y, began.isMouse);
  };

  return { onPointerDown, onClick };
}
