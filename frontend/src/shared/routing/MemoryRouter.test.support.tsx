import { useCallback, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Current } from '@/shared/routing/location';
import type { Navigate } from '@/shared/routing/location';

const ORIGIN = 'http://memory';

/** An address of its own, for tests. */
export function MemoryRouter({
  children,
  at = '/',
}: Readonly<{ children: ReactNode; at?: string }>) {
  const [{ url, state }, go] = useState({ url: new URL(at, ORIGIN), state: null as unknown });
  const latest = useRef(url);
  const navigate: Navigate = useCallback((to, options) => {
    latest.current = new URL(to, latest.current);
    go({ url: latest.current, state: options?.state ?? null });
  }, []);
  const { pathname, search, hash } = url;
  const location = { pathname, search, hash, state };
  const routing = { location, navigate, latestSearch: () => latest.current.search };
  return <Current.Provider value={routing}>{children}</Current.Provider>;
}
