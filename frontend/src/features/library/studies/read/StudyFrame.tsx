import { Suspense } from 'react';
import { studyPath, useNamedStudy } from '@/features/library/api/studies';
import { StudyHead } from '@/features/library/studies/read/StudyHead';
import { TABS, tabName } from '@/features/library/studies/read/tabs';
import { Link, NavLink } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import { Outlet } from '@/shared/routing/Routes';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import head from '@/features/library/frame/head.module.css';
import tabs from '@/shared/styles/tabs.module.css';
import styles from '@/features/library/studies/read/study.module.css';

/** What all pages of one study have in common: how far it is, and the way between them. */
export default function StudyFrame() {
  const { data: study, error, refetch } = useNamedStudy();
  const { pathname } = useLocation();
  if (study === undefined) {
    if (error === null) return <Waiting label="Opening the study" />;
    return (
      <PageTrouble
        title="This study cannot be shown now"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className={styles.page}>
      <title>{`${tabName(pathname)} · ${study.name} · Regrade`}</title>
      <p className={head.above}>
        <Link to="/library/studies">All studies</Link>
      </p>
      <StudyHead study={study} />
      <nav className={tabs.tabs} aria-label="Study">
        {TABS.map(({ tab, label }) => (
          <NavLink key={tab} to={studyPath(study.name, tab)} end={tab === ''}>
            {label}
          </NavLink>
        ))}
      </nav>
      <Suspense fallback={<Waiting label="Opening the page" />}>
        <Outlet />
      </Suspense>
    </div>
  );
}
