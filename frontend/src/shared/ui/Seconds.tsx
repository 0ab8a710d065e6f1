import { useEffect, useState } from 'react';
import { formatWait } from '@/shared/time';

const SECOND_MS = 1_000;

/** How many whole seconds have passed since it was first shown. */
function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(
      () => setSeconds(Math.floor((performance.now() - began) / SECOND_MS)),
      SECOND_MS,
    );
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

/** Short waits need no clock. */
const SHOWN_AFTER_S = 3;

/** For how long something has been waited for. Each second read aloud would be a nuisance. */
export function WaitedFor() {
  const seconds = useSeconds();
  return seconds < SHOWN_AFTER_S ? null : <span aria-hidden="true"> {formatWait(seconds)}</span>;
}

/** How long is left of so many seconds, at least one. Those who listen need the time of the clock. */
export function LeftOf({ seconds }: Readonly<{ seconds: number }>) {
  const passed = useSeconds();
  return <span>{formatWait(Math.max(1, seconds - passed))}</span>;
}
