import { Suspense } from 'react';
import { Link } from '@/shared/routing/Link';
import { Outlet } from '@/shared/routing/Routes';
import { MainNav } from '@/app/MainNav';
import { AppearanceMenu } from '@/shared/ui/AppearanceMenu';
import { Waiting } from '@/shared/ui/requests/Waiting';
import styles from '@/app/Shell.module.css';

/** The frame of every page but the judging page, which needs all the calm it can get. */
export function Shell() {
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <header className={styles.header}>
        <Link to="/" className={styles.brand}>
          Regrade
        </Link>
        <MainNav />
        <AppearanceMenu />
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <Suspense fallback={<Waiting label="Opening the page" />}>
          <Outlet />
        </Suspense>
      </main>
      <footer className={styles.footer}>
        <Link to="/about">About Regrade</Link>
      </footer>
    </>
  );
}
