import { useState } from 'react';

/** Null where storage is switched off, as kept texts are a convenience. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

const read = (name: string): string => storage()?.getItem(name) ?? '';

function write(name: string, text: string): void {
  try {
    if (text === '') storage()?.removeItem(name);
    else storage()?.setItem(name, text);
  } catch {
    // full: the page works without it
  }
}

/** A text that is kept under a name for as long as the tab is open; another name has another text. */
export function useTabText(name: string): readonly [string, (text: string) => void] {
  const [held, setHeld] = useState(() => ({ name, text: read(name) }));
  const now = held.name === name ? held : { name, text: read(name) };
  if (now !== held) setHeld(now);
  const change = (text: string): void => {
    write(name, text);
    setHeld({ name, text });
  };
  return [now.text, change];
}
