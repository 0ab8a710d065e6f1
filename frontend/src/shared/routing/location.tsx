import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { ReactNode } from 'react';

export type Location = Readonly<{
  pathname: string;
  search: string;
  hash: string;
  /** What was handed over by `navigate`. */
  state: unknown;
}>;

type Options = Readonly<{ replace?: boolean; state?: unknown }>;
export type Navigate = (to: string, options?: Options) => void;
type Routing = Readonly<{ location: Location; navigate: Navigate }>;

const Current = createContext<Routing | null>(null);

function useRouting(): Routing {
  const routing = useContext(Current);
  if (routing === null) throw new Error('Put a BrowserRouter or a MemoryRouter around this.');
  return routing;
}

export const useLocation = (): Location => useRouting().location;
export const useNavigate = (): Navigate => useRouting().navigate;

/** The query of the address. */
export function useSearchParams(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

type Props = Readonly<{ children: ReactNode }>;

const here = (): Location => {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, state: window.history.state };
};

/**
 * Follows the address of the browser. In a transition: while what a page needs is still on its way,
 * the page before it stays.
 */
export function BrowserRouter({ children }: Props) {
  const [location, setLocation] = useState(here);
  const follow = useCallback(() => startTransition(() => setLocation(here())), []);
  useEffect(() => {
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [follow]);
  const navigate: Navigate = useCallback(
    (to, { replace = false, state = null } = {}) => {
      const isHere = new URL(to, window.location.href).href === window.location.href;
      if (replace || isHere) window.history.replaceState(state, '', to);
      else window.history.pushState(state, '', to);
      follow();
    },
    [follow],
  );
  const routing = useMemo(() => ({ location, navigate }), [location, navigate]);
  return <Current.Provider value={routing}>{children}</Current.Provider>;
}

const ORIGIN = 'http://memory';

/** An address of its own, for tests. */
export function MemoryRouter({ children, at = '/' }: Props & Readonly<{ at?: string }>) {
  const [{ url, state }, go] = useState({ url: new URL(at, ORIGIN), state: null as unknown });
  const navigate: Navigate = useCallback(
    (to, options) =>
      go((before) => ({ url: new URL(to, before.url), state: options?.state ?? null })),
    [],
  );
  const { pathname, search, hash } = url;
  const routing = { location: { pathname, search, hash, state }, navigate };
  return <Current.Provider value={routing}>{children}</Current.Provider>;
}
