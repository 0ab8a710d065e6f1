import { useEffect } from 'react';
import { useLocation } from '@/shared/routing/location';

/** The id that the end of an address names; none where somebody wrote it who does not know how. */
function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** Who is led to a row of the page is brought before it. */
export function useArrival(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const row = document.getElementById(idIn(hash));
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }, [hash]);
}
