import { splitMeasures } from '@/features/comparison/measureNames';

export type TestName = 't' | 'wilcoxon';

/** What is compared; the address says it all, so that it can be shared. */
export type Selection = Readonly<{
  baseline: string | null;
  /** Set when each run is compared with itself under other labels; `baseline` is null then. */
  baselineLabels: string | null;
  runs: readonly string[];
  labels: readonly string[];
  measures: readonly string[];
  test: TestName;
  onlyTopicsOf: string | null;
  commonTopics: boolean;
}>;

const splitNames = (list: string | null): string[] =>
  (list ?? '').split(',').filter((name) => name !== '');

export const readSelection = (params: URLSearchParams): Selection => ({
  baseline: params.get('baseline'),
  baselineLabels: params.get('baseline_labels'),
  runs: splitNames(params.get('runs')),
  labels: splitNames(params.get('labels')),
  measures: splitMeasures(params.get('measures') ?? ''),
  test: params.get('test') === 'wilcoxon' ? 'wilcoxon' : 't',
  onlyTopicsOf: params.get('only_topics_of'),
  commonTopics: params.get('common_topics') === '1',
});

/** The query of the comparison, as the server and the address write it. */
export function queryOf(selection: Selection): Record<string, string> {
  const { baseline, baselineLabels, runs, labels, measures, test, onlyTopicsOf, commonTopics } =
    selection;
  return {
    ...(baseline !== null && { baseline }),
    ...(baselineLabels !== null && { baseline_labels: baselineLabels }),
    runs: runs.join(','),
    labels: labels.join(','),
    measures: measures.join(','),
    test,
    ...(onlyTopicsOf !== null && { only_topics_of: onlyTopicsOf }),
    ...(commonTopics && { common_topics: '1' }),
  };
}

/** Commas and at-signs stay readable in the address; they mean nothing in a query. */
export const addressOf = (selection: Selection): string =>
  new URLSearchParams(queryOf(selection)).toString().replaceAll('%2C', ',').replaceAll('%40', '@');

export const isComplete = ({
  baseline,
  baselineLabels,
  runs,
  labels,
  measures,
}: Selection): boolean =>
  (baseline ?? baselineLabels) !== null &&
  runs.length > 0 &&
  labels.length > 0 &&
  measures.length > 0;
