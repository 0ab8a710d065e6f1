import { helpFor } from '@/app/helpFor';
import { Link, NavLink } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import { SignOutButton } from '@/app/SignOutButton';
import { mayCompare, useSession } from '@/api/session';
import styles from '@/app/MainNav.module.css';

/** Leads to what fits the page that it stands on. */
function HelpLink() {
  const { pathname } = useLocation();
  const isHere = pathname === '/help' || pathname.startsWith('/help/');
  return (
    <Link to={helpFor(pathname)} {...(isHere && { 'aria-current': 'page' as const })}>
      Help
    </Link>
  );
}

export function MainNav() {
  const { data: session } = useSession();
  if (session === undefined) return null;
  if (session.username === null) {
    return (
      <nav className={styles.nav} aria-label="Main">
        <span className={styles.end}>
          <HelpLink />
          <NavLink to="/login">Sign in</NavLink>
        </span>
      </nav>
    );
  }
  return (
    <nav className={styles.nav} aria-label="Main">
      <NavLink to="/campaigns">Campaigns</NavLink>
      {mayCompare(session) && <NavLink to="/compare">Compare</NavLink>}
      {mayCompare(session) && <NavLink to="/library">Library</NavLink>}
      {session.is_administrator && <NavLink to="/accounts">Accounts</NavLink>}
      <HelpLink />
      <span className={styles.end}>
        <NavLink to="/account" className={styles.who}>
          {session.username}
        </NavLink>
        <SignOutButton />
      </span>
    </nav>
  );
}
