import { NavLink } from 'react-router';

const TABS: readonly Readonly<{ to: string; label: string }>[] = [
  { to: '', label: 'Board' },
  { to: 'people', label: 'People' },
  { to: 'guideline', label: 'Guideline' },
  { to: 'launch', label: 'Launch' },
  { to: 'labels', label: 'Labels' },
  { to: 'settings', label: 'Settings' },
];

/** Links, not tabs in the sense of ARIA: each is a page with an address of its own. */
export function CampaignTabs() {
  return (
    <nav className="campaign-tabs" aria-label="Campaign">
      {TABS.map(({ to, label }) => (
        <NavLink key={label} to={to} end={to === ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
