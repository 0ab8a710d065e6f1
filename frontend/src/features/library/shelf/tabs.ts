/** The lists of the library, in the order of their tabs. */
export const TABS = [
  { to: '/library', label: 'Runs', isForResearch: false },
  { to: '/library/labels', label: 'Label sets', isForResearch: false },
  { to: '/library/collections', label: 'Collections', isForResearch: false },
  { to: '/library/topics', label: 'Topic sets', isForResearch: false },
  { to: '/library/comparisons', label: 'Comparisons', isForResearch: false },
  { to: '/library/studies', label: 'Studies', isForResearch: true },
  { to: '/library/jobs', label: 'Jobs', isForResearch: false },
] as const;

/** What the tab of an address is called, as its title has it. */
export function tabName(pathname: string): string {
  const tab = TABS.find(({ to }) => to === pathname);
  return tab === undefined || tab.to === '/library' ? 'Library' : `${tab.label} · Library`;
}
