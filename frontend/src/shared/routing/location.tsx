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

type Location = Readonly<{
  pathname: string;
  search: string;
  hash: string;
  /** What was handed over by `navigate`. */
  state: unknown;
}>;

type Options = Readonly<{ replace?: boolean; state?: unknown }>;
export type Navigate = (to: string, options?: Options) => void;
type Routing = Readonly<{
  location: Location;
  navigate: Navigate;
  /** The query of the address at this moment; what is drawn may be of the one before. */
  latestSearch: () => string;
}>;

export const Current = createContext<Routing | null>(null);

function useRouting(): Routing {
  const routing = useContext(Current);
  if (routing === null) throw new Error('Put a BrowserRouter or a MemoryRouter around this.');
  return routing;
}

export const useLocation = (): Location => useRouting().location;
export const useNavigate = (): Navigate => useRouting().navigate;
/** For what changes a part of the address: a change made just before is kept. */
export const useLatestSearch = (): (() => string) => useRouting().latestSearch;

/** The query of the address. */
export function useSearchParams(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

type Props = Readonly<{ children: ReactNode }>;

const latestSearch = (): string => window.location.search;

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
  const routing = useMemo(() => ({ location, navigate, latestSearch }), [location, navigate]);
  return <Current.Provider value={routing}>{children}</Current.Provider>;
}
