import { useEffect, useState } from 'react';
import { unreachable } from '@/shared/requests/errors';

/** What has come, by what loads it: a page that opens again needs no network for it. */
const fetched = new WeakMap<object, unknown>();

/**
 * A browser remembers that it could not import a file for as long as the page lives
 * (whatwg/html#6768). So something that may fail and be asked again goes first.
 */
async function onceReachable<Part>(load: () => Promise<Part>): Promise<Part> {
  const health = new Request(new URL('/health', window.location.origin), { cache: 'no-store' });
  const answer = await fetch(health);
  await answer.text(); // else its connection stays taken
  if (!answer.ok) throw unreachable();
  const part = await load();
  fetched.set(load, part);
  return part;
}

/**
 * A part of the page that is fetched when it is wanted, so that the first passage does not wait for
 * it. Without a network it stays 'failed', and the page whole, until `again` changes.
 */
export function useFetched<Part extends object>(
  load: () => Promise<Part>,
  isWanted: boolean,
  again: unknown,
): Part | 'failed' | null {
  const [part, setPart] = useState<Part | 'failed' | null>(
    () => (fetched.get(load) as Part | undefined) ?? null,
  );
  const isMissing = isWanted && (part === null || part === 'failed');

  useEffect(() => {
    if (!isMissing) return undefined;
    let isAwaited = true;
    const take = (now: Part | 'failed'): void => {
      if (isAwaited) setPart(now);
    };
    onceReachable(load).then(take, () => take('failed'));
    return () => {
      isAwaited = false;
    };
  }, [load, isMissing, again]);

  return part;
}
