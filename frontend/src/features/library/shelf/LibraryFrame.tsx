import { Suspense } from 'react';
import { useSession } from '@/api/session';
import { TABS, tabName } from '@/features/library/shelf/tabs';
import { Link, NavLink } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import { Outlet } from '@/shared/routing/Routes';
import { Waiting } from '@/shared/ui/Waiting';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import tabs from '@/shared/styles/tabs.module.css';

/** What all lists of the library have in common: the way between them, and how more comes in. */
export default function LibraryFrame() {
  const { data: session } = useSession();
  const { pathname } = useLocation();
  const mayResearch = session?.may_research ?? false;
  return (
    <>
      <title>{`${tabName(pathname)} · Regrade`}</title>
      <div className={parts.titleRow}>
        <h1>Library</h1>
        <p className={buttons.actions}>
          {mayResearch && <Link to="/library/compute">Compute a run</Link>}
          <Link to="/library/import" className={buttons.primary}>
            Import
          </Link>
        </p>
      </div>
      <nav className={tabs.tabs} aria-label="Library">
        {TABS.filter(({ isForResearch }) => mayResearch || !isForResearch).map(({ to, label }) => (
          <NavLink key={to} to={to} end={to === '/library'}>
            {label}
          </NavLink>
        ))}
      </nav>
      <Suspense fallback={<Waiting label="Opening the page" />}>
        <Outlet />
      </Suspense>
    </>
  );
}
