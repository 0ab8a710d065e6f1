/** A text that this browser remembers; null where it has none, or storage is switched off. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remembers it, unless storage is switched off or full. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // the page works without it
  }
}
