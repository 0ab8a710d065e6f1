import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Who is led to a row of the page is brought before it. */
export function useArrival(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const row = document.getElementById(decodeURIComponent(hash.slice(1)));
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }, [hash]);
}
