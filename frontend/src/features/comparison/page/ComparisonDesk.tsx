import { lazy, Suspense, useEffect } from 'react';
import type { ComponentType } from 'react';
import type { Comparison, ComparisonJob } from '@/api/compared';
import { useSession } from '@/api/session';
import type { LabelSet, Run } from '@/api/types';
import { isUnderWay, useComparison } from '@/features/comparison/api/comparison';
import { Controls } from '@/features/comparison/choice/Controls';
import { QuestionFold } from '@/features/comparison/choice/QuestionFold';
import { selectionOf } from '@/features/comparison/choice/defaults';
import { fittingPart } from '@/features/comparison/choice/fitting';
import { besides, readTab, tabAddress, useFocus } from '@/features/comparison/choice/focus';
import type { PanelProps } from '@/features/comparison/choice/panel';
import {
  addressOf,
  describeUnknown,
  isBare,
  isComplete,
} from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import { NotCompared } from '@/features/comparison/page/NotCompared';
import { noteComparison } from '@/features/comparison/recent/recentComparisons';
import { SavedHead } from '@/features/comparison/saved/page/SavedHead';
import { EstimateNote } from '@/features/comparison/table/EstimateNote';
import { RunsPanel } from '@/features/comparison/table/RunsPanel';
import { ScoresPanel } from '@/features/comparison/table/ScoresPanel';
import { VerdictSection } from '@/features/comparison/verdict/VerdictSection';
import { keepImported } from '@/shared/browser/importedLast';
import { counted, formatCount } from '@/shared/format/numbers';
import { asApiError, sentence } from '@/shared/requests/errors';
import { Link } from '@/shared/routing/Link';
import {
  useLatestSearch,
  useLocation,
  useNavigate,
  useSearchParams,
} from '@/shared/routing/location';
import { WorkBar } from '@/shared/ui/WorkBar';
import { Waiting } from '@/shared/ui/requests/Waiting';
import styles from '@/features/comparison/page/ComparisonDesk.module.css';
import parts from '@/shared/styles/parts.module.css';
import tabs from '@/shared/styles/tabs.module.css';

type Kept = Readonly<{ unknown?: string }> | null;

/**
 * The selection in the address, how to change it, and what was left out of it. An address that is bare, or names but
 * a run or a label set, gets a sensible one written into it; what is not known or does not fit is taken out of it, so
 * that it says what is shown.
 */
function useSelection(runs: readonly Run[], labels: readonly LabelSet[]) {
  const params = useSearchParams();
  const location = useLocation();
  const kept = location.state as Kept;
  const navigate = useNavigate();
  const latestSearch = useLatestSearch();
  const { selection, leftOut } = fittingPart(selectionOf(params, runs, labels), runs, labels);

  const isOpen = isBare(params);
  const unknown = [describeUnknown(params), ...leftOut].filter((found) => found !== '').join(' ');
  const address = addressOf(selection) + besides(params);
  useEffect(() => {
    if (isOpen || unknown !== '') navigate(`?${address}`, { replace: true, state: { unknown } });
  }, [isOpen, unknown, address, navigate]);

  const shown = unknown || (kept?.unknown ?? '');

  /** Something else is compared. The messages about the change join those before; else all of them go. */
  const change = (part: Partial<Selection>, found = ''): void =>
    navigate(
      `?${addressOf({ ...selection, ...part })}${besides(new URLSearchParams(latestSearch()))}`,
      {
        replace: true,
        state: { unknown: found === '' ? '' : `${shown} ${found}`.trim() },
      },
    );

  return [selection, change, shown] as const;
}

/** Notes a comparison as opened once there is an answer to it; what was imported last waits for it no longer. */
function useNoted(selection: Selection, hasAnswer: boolean): void {
  const username = useSession().data?.username ?? null;
  const address = addressOf(selection);
  const isOpened = hasAnswer && isComplete(selection);
  useEffect(() => {
    if (!isOpened || username === null) return;
    noteComparison(username, address);
    keepImported(username, null);
  }, [isOpened, username, address]);
}

/** The tabs of a comparison, by what the address calls them. */
const TABS = [
  { name: 'runs', label: 'Runs' },
  { name: 'scores', label: 'Scores' },
  { name: 'topics', label: 'Topics' },
  { name: 'significance', label: 'Significance' },
  { name: 'order', label: 'Order' },
  { name: 'unjudged', label: 'Unjudged' },
  { name: 'methods', label: 'Methods' },
] as const;

type TabName = (typeof TABS)[number]['name'];

/** What each tab shows. All but the first two are loaded when they are opened: figures bring Plot. */
const PANELS: Readonly<Record<TabName, ComponentType<PanelProps>>> = {
  runs: RunsPanel,
  scores: ScoresPanel,
  topics: lazy(() => import('@/features/comparison/topics/views/TopicsPanel')),
  significance: lazy(() => import('@/features/comparison/significance/SignificancePanel')),
  order: lazy(() => import('@/features/comparison/order/OrderPanel')),
  unjudged: lazy(() => import('@/features/comparison/unjudged/UnjudgedPanel')),
  methods: lazy(() => import('@/features/comparison/methods/MethodsPanel')),
};

/** What the verdict rests on, one way at a time to look at it. */
function Tabs(props: PanelProps) {
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
        <EstimateNote blocks={props.comparison.blocks} />
        <Panel {...props} />
      </Suspense>
    </>
  );
}

/** How far a worker is with a comparison that takes too long for a request. */
function UnderWay({ job: { n_tests, n_done, n_before } }: Readonly<{ job: ComparisonJob }>) {
  const text = `${formatCount(n_done)} of ${counted(n_tests, 'test')}`;
  const before = n_before > 0 ? ` ${counted(n_before, 'comparison')} before it.` : '';
  return (
    <section aria-label="Working this out">
      <p role="status">
        This many random draws take a while, so a worker computes them.{before} The result is
        stored; you can leave this page and come back.
      </p>
      <WorkBar
        label="Working this out"
        work={{ unit: 'topic', n: n_tests, n_done, n_failed: 0 }}
        text={text}
      />
    </section>
  );
}

/** First the verdict, then what it rests on, a tab at a time. */
function Report(props: Omit<PanelProps, 'focus' | 'onFocus'>) {
  const { comparison } = props;
  const [focus, onFocus] = useFocus(comparison);
  const shown = { ...props, focus, onFocus };
  return (
    <>
      <VerdictSection {...shown} />
      <Tabs {...shown} />
    </>
  );
}

type Props = Readonly<{ runs: readonly Run[]; labels: readonly LabelSet[] }>;

/** The one measure of several that cannot be read, where that is what is wrong. */
function unreadable(error: unknown, { measures }: Selection): string | null {
  const field = Object.keys(asApiError(error).fields).find((name) => name.startsWith('measures.'));
  const name = field?.slice('measures.'.length);
  return name !== undefined && measures.length > 1 && measures.includes(name) ? name : null;
}

/** Leaves out a measure that cannot be read, and says so: the others are shown. */
function useReadable(
  error: unknown,
  selection: Selection,
  change: (part: Partial<Selection>, found: string) => void,
): boolean {
  const name = error === null ? null : unreadable(error, selection);
  useEffect(() => {
    if (name === null) return;
    const place = selection.measures.lastIndexOf(name);
    const others = selection.measures.filter((_, at) => at !== place);
    change({ measures: others }, `${sentence(error)} It is left out.`);
  });
  return name !== null;
}

/** The comparison, where there is one to be shown. */
const answerOf = (
  data: Comparison | ComparisonJob | undefined,
  error: unknown,
): Comparison | null => (error === null && data !== undefined && !isUnderWay(data) ? data : null);

type HeadProps = Readonly<{
  selection: Selection;
  shown: Comparison | null;
  isOutdated: boolean;
}>;

/** What is compared with what, and how to keep it. */
function Head({ selection, shown, isOutdated }: HeadProps) {
  return (
    <div className={parts.titleRow}>
      <h1>
        {selection.baselineLabels === null
          ? selection.baseline === null
            ? 'Compare runs with the best of them'
            : 'Compare runs with a baseline'
          : 'Compare each run under two label sets'}
      </h1>
      {shown !== null && (
        <div inert={isOutdated}>
          <SavedHead comparison={shown} selection={selection} isOutdated={isOutdated} />
        </div>
      )}
    </div>
  );
}

export function ComparisonDesk({ runs, labels }: Props) {
  const [selection, change, unknown] = useSelection(runs, labels);
  const { data, error, refetch, isPlaceholderData } = useComparison(selection);
  const isLeavingOut = useReadable(error, selection, change);
  useNoted(selection, data !== undefined && error === null && !isPlaceholderData);
  return (
    <>
      <Head selection={selection} shown={answerOf(data, error)} isOutdated={isPlaceholderData} />
      <QuestionFold selection={selection}>
        <Controls runs={runs} labels={labels} selection={selection} onChange={change} />
      </QuestionFold>
      {unknown !== '' && <p role="status">{unknown}</p>}
      {!isComplete(selection) ? (
        <p className={parts.nothing}>
          Choose at least two runs (or one and a baseline), a label set and a measure.
        </p>
      ) : isLeavingOut ? (
        <Waiting label="Scoring" />
      ) : error !== null ? (
        <NotCompared error={error} onChange={change} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting label="Scoring" />
      ) : isUnderWay(data) ? (
        <UnderWay job={data} />
      ) : (
        // What it links to would be of the new selection, and is not there yet.
        <div aria-busy={isPlaceholderData} inert={isPlaceholderData} className={styles.report}>
          <Report
            comparison={data}
            selection={selection}
            labels={labels}
            isOutdated={isPlaceholderData}
          />
        </div>
      )}
    </>
  );
}
