import { useEffect, useState } from 'react';

/**
 * A part of the page that is fetched when it is wanted, so that the first passage does not wait for
 * it. Without a network it stays 'failed', and the page whole, until `again` changes.
 */
export function useFetched<Part extends object>(
  load: () => Promise<Part>,
  isWanted: boolean,
  again: unknown,
): Part | 'failed' | null {
  const [part, setPart] = useState<Part | 'failed' | null>(null);
  const isMissing = isWanted && (part === null || part === 'failed');

  useEffect(() => {
    if (!isMissing) return undefined;
    let isAwaited = true;
    const take = (now: Part | 'failed'): void => {
      if (isAwaited) setPart(now);
    };
    load().then(take, () => take('failed'));
    return () => {
      isAwaited = false;
    };
  }, [load, isMissing, again]);

  return part;
}
