import { Children, createContext, isValidElement, useContext, useEffect } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from '@/shared/routing/location';
import { match } from '@/shared/routing/match';
import type { Params } from '@/shared/routing/match';

type RouteProps = Readonly<{
  /** Below that of the route around it, unless it begins with a slash. */
  path?: string;
  /** The address of the route around it. */
  index?: boolean;
  element: ReactNode;
  children?: ReactNode;
}>;

/** One address, or the frame of those within it, which render at its `Outlet`. */
export function Route(props: RouteProps): ReactNode {
  throw new Error(`A Route belongs into Routes: ${props.path ?? 'index'}.`);
}

type Branch = Readonly<{ pattern: string; elements: readonly ReactNode[] }>;

const joined = (base: string, path: string): string =>
  path === '*' || path.startsWith('/') ? path : `${base}/${path}`;

function branchesOf(children: ReactNode, base: string): Branch[] {
  return Children.toArray(children).flatMap((child) => {
    if (!isValidElement<RouteProps>(child)) return [];
    const { path = '', element, children: inner } = child.props;
    const pattern = joined(base, path);
    if (inner === undefined) return [{ pattern, elements: [element] }];
    return branchesOf(inner, pattern).map((branch) => ({
      ...branch,
      elements: [element, ...branch.elements],
    }));
  });
}

const Matched = createContext<Params>({});
const Inner = createContext<readonly ReactNode[]>([]);

/** What the names in the address stand for. */
export const useParams = (): Params => useContext(Matched);

export const useMatch = (pattern: string): Params | null => match(pattern, useLocation().pathname);

/** Where a frame shows the page within it. */
export function Outlet() {
  const [now, ...inner] = useContext(Inner);
  return <Inner.Provider value={inner}>{now}</Inner.Provider>;
}

/** Shows the first route that fits the address. */
export function Routes({ children }: Readonly<{ children: ReactNode }>) {
  const { pathname } = useLocation();
  for (const { pattern, elements } of branchesOf(children, '')) {
    const params = match(pattern, pathname);
    if (params !== null)
      return (
        <Matched.Provider value={params}>
          <Inner.Provider value={elements}>
            <Outlet />
          </Inner.Provider>
        </Matched.Provider>
      );
  }
  return null;
}

type NavigateProps = Readonly<{ to: string; replace?: boolean }>;

/** Leads elsewhere as soon as it is shown. */
export function Navigate({ to, replace = false }: NavigateProps) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace }), [navigate, to, replace]);
  return null;
}
