import { TABS } from '@/features/campaign/frame/pageNames';
import { NavLink } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import styles from '@/shared/styles/tabs.module.css';

/** Links, not tabs in the sense of ARIA: each is a page with an address of its own. */
export function CampaignTabs() {
  const id = useParams().id ?? '';
  return (
    <nav className={styles.tabs} aria-label="Campaign">
      {TABS.map(({ tab, label }) => (
        <NavLink key={tab} to={`/campaigns/${id}${tab}`} end={tab === ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
