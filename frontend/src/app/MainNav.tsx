import { NavLink } from '@/shared/routing/Link';
import { SignOutButton } from '@/app/SignOutButton';
import { useSession } from '@/api/session';

export function MainNav() {
  const { data: session } = useSession();
  if (session === undefined) return null;
  if (session.username === null) {
    return (
      <nav aria-label="Main">
        <NavLink to="/login" className="end">
          Sign in
        </NavLink>
      </nav>
    );
  }
  return (
    <nav aria-label="Main">
      <NavLink to="/campaigns">Campaigns</NavLink>
      {session.may_research && <NavLink to="/compare">Compare</NavLink>}
      {session.may_research && <NavLink to="/library">Library</NavLink>}
      <span className="end">
        <span className="who soft">{session.username}</span>
        <SignOutButton />
      </span>
    </nav>
  );
}
