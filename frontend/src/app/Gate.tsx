import { Navigate, Outlet } from '@/shared/routing/Routes';
import { useLocation } from '@/shared/routing/location';
import { useSession } from '@/api/session';
import { Loaded } from '@/shared/ui/requests/Loaded';

/** Pages behind it are for people who are signed in; others sign in first and then arrive. */
export function Gate() {
  const { pathname, search } = useLocation();
  return (
    <Loaded
      query={useSession()}
      trouble="This page cannot be opened now"
      waiting="Opening the page"
    >
      {({ username }) =>
        username === null ? (
          <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />
        ) : (
          <Outlet />
        )
      }
    </Loaded>
  );
}
