import { useEffect, useState } from 'react';
import { formatWait } from '@/shared/format/time';

const SECOND_MS = 1_000;

/** How many whole seconds have passed since it was first shown, or since `what` became another. */
function useSeconds(what?: unknown): number {
  const [counted, setCounted] = useState({ what, seconds: 0 });
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(
      () => setCounted({ what, seconds: Math.floor((performance.now() - began) / SECOND_MS) }),
      SECOND_MS,
    );
    return () => clearInterval(timer);
  }, [what]);
  return counted.what === what ? counted.seconds : 0;
}

/** Short waits need no clock. */
const SHOWN_AFTER_S = 3;

/** For how long something has been waited for. Each second read aloud would be a nuisance. */
export function WaitedFor() {
  const seconds = useSeconds();
  return seconds < SHOWN_AFTER_S ? null : <span aria-hidden="true"> {formatWait(seconds)}</span>;
}

/**
 * How long is left of the seconds that an answer gave, at least one. Those who listen need the time
 * of the clock.
 */
export function LeftOf({ seconds, answer }: Readonly<{ seconds: number; answer: unknown }>) {
  const passed = useSeconds(answer);
  return <span>{formatWait(Math.max(1, seconds - passed))}</span>;
}
