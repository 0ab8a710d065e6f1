import { studyPath, useNamedStudy } from '@/features/library/api/studies';
import { StudyHead } from '@/features/library/studies/read/StudyHead';
import { TABS, tabName } from '@/features/library/studies/read/tabs';
import { Link } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import { Tabs } from '@/shared/ui/Tabs';
import { Loaded } from '@/shared/ui/Loaded';
import head from '@/features/library/frame/head.module.css';
import styles from '@/features/library/studies/read/study.module.css';

/** What all pages of one study have in common: how far it is, and the way between them. */
export default function StudyFrame() {
  const { pathname } = useLocation();
  return (
    <Loaded
      query={useNamedStudy()}
      trouble="This study cannot be shown now"
      waiting="Opening the study"
      keepsAnswer
    >
      {(study) => (
        <div className={styles.page}>
          <title>{`${tabName(pathname)} · ${study.name} · Regrade`}</title>
          <p className={head.above}>
            <Link to="/library/studies">All studies</Link>
          </p>
          <StudyHead study={study} />
          <Tabs
            label="Study"
            pages={TABS.map(({ tab, label }) => ({ to: studyPath(study.name, tab), label }))}
          />
        </div>
      )}
    </Loaded>
  );
}
