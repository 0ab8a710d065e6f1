const keyOf = (username: string): string => `regrade.imported.${username}`;

/** Keeps the address that compares what an account imported just now; null once any comparison is opened. */
export function keepImported(username: string, address: string | null): void {
  try {
    if (address === null) localStorage.removeItem(keyOf(username));
    else localStorage.setItem(keyOf(username), address);
  } catch {
    // The storage is full, or switched off: *Compare* leads elsewhere then.
  }
}

/** The address that compares what was imported in this browser and not compared yet. */
export function readImported(username: string): string | null {
  try {
    const address = localStorage.getItem(keyOf(username));
    return address?.startsWith('/compare?') === true ? address : null;
  } catch {
    return null;
  }
}
