import { useLayoutEffect, useRef } from 'react';
import { DwellClock } from '@/features/judging/dwell';
import type { Dwell } from '@/features/judging/dwell';

const SIGNS_OF_LIFE = ['keydown', 'pointermove', 'pointerdown', 'scroll', 'touchmove'] as const;
const PASSIVE = { passive: true, capture: true } as const;

const isPresent = (): boolean => !document.hidden && document.hasFocus();

const follow = (clock: DwellClock): (() => void) => {
  const touch = (): void => clock.touch();
  const turn = (): void => (isPresent() ? clock.comeBack() : clock.leave());
  SIGNS_OF_LIFE.forEach((name) => window.addEventListener(name, touch, PASSIVE));
  window.addEventListener('blur', turn);
  window.addEventListener('focus', turn);
  document.addEventListener('visibilitychange', turn);
  return () => {
    SIGNS_OF_LIFE.forEach((name) => window.removeEventListener(name, touch, PASSIVE));
    window.removeEventListener('blur', turn);
    window.removeEventListener('focus', turn);
    document.removeEventListener('visibilitychange', turn);
  };
};

/** Times how long the passage with this key has been before the reader. */
export function useDwell(key: string | undefined): () => Dwell {
  const clock = useRef<DwellClock | null>(null);

  useLayoutEffect(() => {
    clock.current = new DwellClock(() => performance.now(), isPresent());
    return follow(clock.current);
  }, [key]);

  return () => clock.current?.read() ?? { active_ms: 0, away_ms: 0 };
}
