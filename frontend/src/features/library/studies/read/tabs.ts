/** The pages of a study, by the last part of their address. */
export const TABS = [
  { tab: '', label: 'Runs' },
  { tab: 'table', label: 'Table' },
  { tab: 'noise', label: 'By kind of noise' },
  { tab: 'topics', label: 'Query by query' },
  { tab: 'failures', label: 'Failures' },
] as const;

/** What an address of a study shows. */
export const tabName = (pathname: string): string => {
  const last = pathname.split('/').at(-1) ?? '';
  return TABS.find(({ tab }) => tab !== '' && tab === last)?.label ?? 'Runs';
};
