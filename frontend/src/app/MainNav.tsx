import { NavLink } from '@/shared/routing/Link';
import { SignOutButton } from '@/app/SignOutButton';
import { mayCompare, useSession } from '@/api/session';
import styles from '@/app/MainNav.module.css';

export function MainNav() {
  const { data: session } = useSession();
  if (session === undefined) return null;
  if (session.username === null) {
    return (
      <nav className={styles.nav} aria-label="Main">
        <NavLink to="/login" className={styles.end}>
          Sign in
        </NavLink>
      </nav>
    );
  }
  return (
    <nav className={styles.nav} aria-label="Main">
      <NavLink to="/campaigns">Campaigns</NavLink>
      {mayCompare(session) && <NavLink to="/compare">Compare</NavLink>}
      {mayCompare(session) && <NavLink to="/library">Library</NavLink>}
      <span className={styles.end}>
        <NavLink to="/account" className={styles.who}>
          {session.username}
        </NavLink>
        <SignOutButton />
      </span>
    </nav>
  );
}
