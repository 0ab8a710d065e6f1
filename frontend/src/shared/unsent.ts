import { useSyncExternalStore } from 'react';

/**
 * How many judgments wait to be sent, by the desk they lie on. Kept apart from the judging page so
 * that any page can warn before they would be lost.
 */
const waiting = new Map<string, number>();
const listeners = new Set<() => void>();

export const unsentTotal = (): number => [...waiting.values()].reduce((sum, n) => sum + n, 0);

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

export function reportUnsent(desk: string, n: number): void {
  if ((waiting.get(desk) ?? 0) === n) return;
  waiting.set(desk, n);
  if (unsentTotal() > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useUnsent = (): number => useSyncExternalStore(subscribe, unsentTotal);
