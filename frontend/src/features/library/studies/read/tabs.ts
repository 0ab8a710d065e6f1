import { studyPath } from '@/features/library/api/studies';

/** The pages of a study, by the last part of their address. */
export const TABS = [
  { tab: '', label: 'Runs' },
  { tab: 'table', label: 'Table' },
  { tab: 'noise', label: 'By kind of noise' },
  { tab: 'topics', label: 'Query by query' },
  { tab: 'failures', label: 'Failures' },
] as const;

const WITH_TAB = studyPath('-', '-').split('/').length;

/** What an address of a study shows. */
export function tabName(pathname: string): string {
  const parts = pathname.split('/');
  const last = parts.length < WITH_TAB ? '' : parts.at(-1);
  return TABS.find(({ tab }) => tab === last)?.label ?? TABS[0].label;
}
