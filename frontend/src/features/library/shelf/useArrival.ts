import { useEffect, useRef } from 'react';
import { useLocation } from '@/shared/routing/location';

/** The id that the end of an address names; none where somebody wrote it who does not know how. */
function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** Who is led to a row of the page is brought before it, once: as soon as it is among the rows. */
export function useArrival(rows: unknown): void {
  const { hash } = useLocation();
  const arrived = useRef('');
  useEffect(() => {
    const row = document.getElementById(idIn(hash));
    if (row === null || arrived.current === hash) return;
    arrived.current = hash;
    row.scrollIntoView({ block: 'center' });
    row.focus({ preventScroll: true });
  }, [hash, rows]);
}
