import { useEffect } from 'react';
import { useLocation } from '@/shared/routing/location';

/** A link to a part of a page leads there once the part has been read. */
export function useHashTarget(isReady: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isReady && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, isReady]);
}
