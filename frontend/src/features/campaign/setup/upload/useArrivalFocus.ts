import { useEffect, useRef } from 'react';

/** The button that was pressed goes when its work is done: what came of it takes the focus. */
export function useArrivalFocus<Place extends HTMLElement>() {
  const place = useRef<Place>(null);
  const isAwaited = useRef(false);
  useEffect(() => {
    if (!isAwaited.current || place.current === null) return;
    isAwaited.current = false;
    place.current.focus();
  });
  const expect = (): void => {
    isAwaited.current = true;
  };
  return [place, expect] as const;
}
