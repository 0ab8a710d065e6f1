import { Navigate, Outlet } from '@/shared/routing/Routes';
import { useLocation } from '@/shared/routing/location';
import { useSession } from '@/api/session';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';

/** Pages behind it are for people who are signed in; others sign in first and then arrive. */
export function Gate() {
  const { data, error, refetch } = useSession();
  const { pathname, search } = useLocation();
  if (error !== null) {
    return (
      <PageTrouble
        title="This page cannot be opened now"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Waiting label="Opening the page" />;
  if (data.username === null) {
    return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />;
  }
  return <Outlet />;
}
