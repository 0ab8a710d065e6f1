import { useEffect, useRef } from 'react';

/** The pressed button disappears when its work is done: its result takes the focus. */
export function useArrivalFocus<Target extends HTMLElement>() {
  const target = useRef<Target>(null);
  const isAwaited = useRef(false);
  useEffect(() => {
    if (!isAwaited.current || target.current === null) return;
    isAwaited.current = false;
    target.current.focus();
  });
  const expect = (): void => {
    isAwaited.current = true;
  };
  return [target, expect] as const;
}
