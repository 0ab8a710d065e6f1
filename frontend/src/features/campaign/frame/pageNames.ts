import { match } from '@/shared/routing/match';

/** The pages of one campaign that have a tab; some only over pools of one strategy. */
export const TABS: readonly Readonly<{ tab: string; label: string; strategy?: string }>[] = [
  { tab: '', label: 'Board' },
  { tab: '/topics', label: 'Topics', strategy: 'active' },
  { tab: '/pairs', label: 'Pairs' },
  { tab: '/agreement', label: 'Agreement' },
  { tab: '/people', label: 'People' },
  { tab: '/guideline', label: 'Guideline' },
  { tab: '/launch', label: 'Launch' },
  { tab: '/labels', label: 'Labels' },
  { tab: '/what-if', label: 'What if' },
  { tab: '/settings', label: 'Settings' },
];

/** The tabs of a campaign over a pool of this strategy. */
export const tabsOf = (pool: Readonly<{ strategy: string }>) =>
  TABS.filter(({ strategy }) => strategy === undefined || strategy === pool.strategy);

/** Pages behind a tab; a name in the address is the page's own. */
const DEEPER: readonly (readonly [pattern: string, label: string])[] = [
  ['/pairs/:pair', 'Pair'],
  ['/figures', 'Figures'],
  ['/watch', 'Watch two runs'],
  ['/assessors', 'How they judge'],
  ['/assessors/:name', ''],
];

const PATTERNS = [...TABS.map(({ tab, label }) => [tab, label] as const), ...DEEPER];

/** What the page at this address is called, as its tab is. */
export function pageName(pathname: string): string {
  for (const [pattern, label] of PATTERNS) {
    const params = match(`/campaigns/:id${pattern}`, pathname);
    if (params !== null) return label || (params.name ?? '');
  }
  return 'Campaign';
}
