import { Suspense } from 'react';
import { NavLink } from '@/shared/routing/Link';
import { Outlet } from '@/shared/routing/Routes';
import { Waiting } from '@/shared/ui/requests/Waiting';
import tabs from '@/shared/styles/tabs.module.css';

type Tab = Readonly<{ to: string; label: string }>;
type Props = Readonly<{
  /** What the pages are of. */
  label: string;
  /** The first leads to the address that the others lie below. */
  pages: readonly Tab[];
}>;

/** The way between the pages of one thing, which are no tabs in the sense of ARIA, and the page that is open. */
export function Tabs({ label, pages }: Props) {
  return (
    <>
      <nav className={tabs.tabs} aria-label={label}>
        {pages.map(({ to, label: page }, place) => (
          <NavLink key={to} to={to} end={place === 0}>
            {page}
          </NavLink>
        ))}
      </nav>
      <Suspense fallback={<Waiting label="Opening the page" />}>
        <Outlet />
      </Suspense>
    </>
  );
}
