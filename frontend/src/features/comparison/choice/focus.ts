import { useLatestSearch, useNavigate, useSearchParams } from '@/shared/routing/location';
import type { Comparison } from '@/api/compared';
import { measuresOf } from '@/features/comparison/texts/measuresOf';

/** One cell of the comparison, looked at: which run, under which labels, by which measure. */
export type Focus = Readonly<{ run: string; labels: string; measure: string }>;

/** How the address names what is looked at; what is compared has names of its own. */
const PARAMS = { run: 'of', labels: 'under', measure: 'by' } as const;
const TAB = 'tab';
/** Whether tables show all that they have in every cell. */
const DENSE = 'dense';
/** What of the topics is shown, and how: `topics/` reads them. */
const OF_TOPICS = [
  ...['view', 'beside', 'than', 'order', 'which'],
  ...['search', 'answer', 'stratum', 'judged'],
  ...['words_from', 'words_to', 'relevant_from', 'relevant_to'],
];

/** What the tab Significance shows, beside what is compared and looked at. */
const OF_SIGNIFICANCE = ['effects', 'method', 'against', 'adjust', 'draws', 'draws_seed', 'find'];

/** The two orders that the tab Order holds against each other: `order/axes.ts` reads them. */
const OF_ORDER = ['across', 'across_under', 'up', 'up_under'];

/** Whose part in the pool the tab Unjudged shows: `unjudged/poolChoice.ts` reads it. */
const OF_UNJUDGED = ['pool_depth', 'left_out'];

const SHOWN = [DENSE, ...OF_TOPICS, ...OF_SIGNIFICANCE, ...OF_ORDER, ...OF_UNJUDGED];

const pick = (options: readonly string[], chosen: string | null): string =>
  options.find((option) => option === chosen) ?? options[0] ?? '';

/** What the address looks at; the first of each kind where it names none that is compared. */
const readFocus = (params: URLSearchParams, comparison: Comparison): Focus => ({
  run: pick(comparison.runs, params.get(PARAMS.run)),
  labels: pick(
    comparison.blocks.map(({ labels }) => labels),
    params.get(PARAMS.labels),
  ),
  measure: pick(measuresOf(comparison), params.get(PARAMS.measure)),
});

/** The part of an address that says what is looked at, to stand behind what is compared; '' where it says nothing. */
export function besides(params: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of [TAB, ...Object.values(PARAMS), ...SHOWN]) {
    const value = params.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept.size === 0 ? '' : `&${kept.toString().replaceAll('%40', '@')}`;
}

/** The address with one part of it changed. */
function withParams(search: string, changed: Readonly<Record<string, string>>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changed)) params.set(name, value);
  return `?${params.toString().replaceAll('%2C', ',').replaceAll('%40', '@')}`;
}

/** What is looked at, and how to look at something else: all parts of the page follow. */
export function useFocus(comparison: Comparison) {
  const params = useSearchParams();
  const latestSearch = useLatestSearch();
  const navigate = useNavigate();
  const change = (part: Partial<Focus>): void => {
    const named = Object.entries(part).map(([kind, value]) => [PARAMS[kind as keyof Focus], value]);
    navigate(withParams(latestSearch(), Object.fromEntries(named) as Record<string, string>), {
      replace: true,
    });
  };
  return [readFocus(params, comparison), change] as const;
}

/** Where a tab of this comparison is. */
export const tabAddress = (search: string, tab: string): string =>
  withParams(search, { [TAB]: tab });

/** Where a tab shows one cell of this comparison. */
export const spotAddress = (search: string, tab: string, { run, labels, measure }: Focus): string =>
  withParams(search, {
    ...{ [TAB]: tab, [PARAMS.run]: run },
    ...{ [PARAMS.labels]: labels, [PARAMS.measure]: measure },
  });

/** The tab that the address names, of these; the usual one where it names none of them. */
export const readTab = <Name extends string>(
  params: URLSearchParams,
  usual: Name,
  names: readonly Name[],
): Name => names.find((name) => name === params.get(TAB)) ?? usual;
