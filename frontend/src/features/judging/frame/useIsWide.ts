import { useSyncExternalStore } from 'react';

const wide = (): MediaQueryList => window.matchMedia('(min-width: 1000px)');

/** Whether a panel stands beside the passage; on a narrower page it covers it, as a sheet. */
export const isWide = (): boolean => wide().matches;

function subscribe(onChange: () => void): () => void {
  const query = wide();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

export const useIsWide = (): boolean => useSyncExternalStore(subscribe, isWide);
