import { useSyncExternalStore } from 'react';

/** Judgments of a desk that wait to be sent, and how many of them the page alone keeps. */
type Unsent = Readonly<{ waiting: number; loose: number }>;

/**
 * How many judgments wait to be sent, by the desk they lie on. Kept apart from the judging page so
 * that any page can warn before they would be lost, or say that they wait.
 */
const unsent = new Map<string, Unsent>();
const listeners = new Set<() => void>();

const sumOf = (what: keyof Unsent): number =>
  [...unsent.values()].reduce((sum, one) => sum + one[what], 0);

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

export function reportUnsent(desk: string, now: Unsent): void {
  const { waiting, loose } = unsent.get(desk) ?? { waiting: 0, loose: 0 };
  if (waiting === now.waiting && loose === now.loose) return;
  unsent.set(desk, now);
  if (sumOf('loose') > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useUnsent = (): number => useSyncExternalStore(subscribe, () => sumOf('waiting'));
