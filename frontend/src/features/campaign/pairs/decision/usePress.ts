import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '@/shared/browser/isTyping';

/** Hears key presses anywhere on the page, but for those that are typed into a field. */
export function usePress(hear: (press: KeyboardEvent) => void): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (!isTyping(event.target)) hear(event);
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
