import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { readTab, tabAddress } from '@/features/comparison/choice/focus';
import { ScoresPanel } from '@/features/comparison/scores/ScoresPanel';
import { Link } from '@/shared/routing/Link';
import { useLocation, useSearchParams } from '@/shared/routing/location';
import { Waiting } from '@/shared/ui/requests/Waiting';
import tabs from '@/shared/styles/tabs.module.css';

/** The tabs of a comparison, by what the address calls them. */
const TABS = [
  { name: 'scores', label: 'Scores' },
  { name: 'topics', label: 'Topics' },
  { name: 'significance', label: 'Significance' },
  { name: 'order', label: 'Order' },
  { name: 'unjudged', label: 'Unjudged' },
  { name: 'methods', label: 'Methods' },
] as const;

type TabName = (typeof TABS)[number]['name'];

/** What each tab shows. All but the first are loaded when they are opened: figures bring Plot. */
const PANELS: Readonly<Record<TabName, ComponentType<PanelProps>>> = {
  scores: ScoresPanel,
  topics: lazy(() => import('@/features/comparison/topics/views/TopicsPanel')),
  significance: lazy(() => import('@/features/comparison/significance/SignificancePanel')),
  order: lazy(() => import('@/features/comparison/order/OrderPanel')),
  unjudged: lazy(() => import('@/features/comparison/unjudged/UnjudgedPanel')),
  methods: lazy(() => import('@/features/comparison/methods/MethodsPanel')),
};

/** One way at a time to look at what the matrix sums up. */
export function Tabs(props: PanelProps) {
  const { search } = useLocation();
  const here = readTab(
    useSearchParams(),
    TABS[0].name,
    TABS.map(({ name }) => name),
  );
  const Panel = PANELS[here];
  return (
    <>
      <nav className={tabs.tabs} aria-label="Parts of the comparison">
        {TABS.map(({ name, label }) => (
          <Link
            key={name}
            to={tabAddress(search, name)}
            {...(name === here && { 'aria-current': 'page' as const })}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Waiting label="Opening the tab" />}>
        <Panel {...props} />
      </Suspense>
    </>
  );
}
