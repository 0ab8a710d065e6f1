import { helpFor } from '@/app/helpFor';
import { Link, NavLink } from '@/shared/routing/Link';
import { useLocation, useNavigate } from '@/shared/routing/location';
import { mayCompare, useSession, useSignOut } from '@/api/session';
import { counted } from '@/shared/format/numbers';
import { useUnsent } from '@/shared/browser/unsent';
import { Button } from '@/shared/ui/forms/Button';
import styles from '@/app/MainNav.module.css';

function SignOutButton() {
  const { mutate, isPending } = useSignOut();
  const unsent = useUnsent();
  const navigate = useNavigate();

  function leave(): void {
    const question = `${counted(unsent, 'judgment')} of yours are not saved yet. They stay in this browser until you sign in here again. Sign out anyway?`;
    if (unsent > 0 && !window.confirm(question)) return;
    mutate(undefined, { onSuccess: () => navigate('/') });
  }

  return (
    <Button onClick={leave} disabled={isPending}>
      Sign out
    </Button>
  );
}

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
