import { DEFAULT_MEASURES, splitMeasures } from '@/features/comparison/texts/measureNames';
import { isCorrection, isFamily, isTest, USUAL_FAMILY } from '@/features/comparison/texts/tests';
import { FAMILIES, TESTS } from '@/shared/evaluation/testNames';
import type { CorrectionName, FamilyName, TestName } from '@/features/comparison/texts/tests';

/** Options of tests that the address may name; each goes with some tests, and is theirs to reject. */
const OPTIONS = ['seed', 'permutations', 'zero_method', 'bound'] as const;
type Options = Readonly<Partial<Record<(typeof OPTIONS)[number], string>>>;

/** How far two runs may differ and still count as equal, where nothing else is asked for. */
const USUAL_BOUND = '0.05';

const TRAINED = ['refuse', 'leave-out', 'keep'] as const;
export type TrainedTopics = (typeof TRAINED)[number];

/** What is compared; the address says it all, so that it can be shared. */
export type Selection = Readonly<{
  /** None where the runs are compared with the best of them, or with themselves. */
  baseline: string | null;
  /** Set when each run is compared with itself under other labels; `baseline` is null then. */
  baselineLabels: string | null;
  runs: readonly string[];
  labels: readonly string[];
  measures: readonly string[];
  test: TestName;
  correction: CorrectionName;
  /** The tests that each p is corrected for. */
  family: FamilyName;
  testOptions: Options;
  onlyTopicsOf: string | null;
  commonTopics: boolean;
  /** Topics that a run's model was trained on; where nobody says, they are refused. */
  trainedTopics: TrainedTopics;
  /** Scores are rounded to 32 bits before they rank, as trec_eval does up to version 9. */
  singlePrecision: boolean;
}>;

export const splitNames = (list: string | null): string[] =>
  (list ?? '').split(',').filter((name) => name !== '');

const readTest = (params: URLSearchParams): TestName => {
  const name = params.get('test') ?? 't';
  return isTest(name) ? name : 't';
};

const readCorrection = (params: URLSearchParams): CorrectionName => {
  const name = params.get('correction') ?? 'none';
  return isCorrection(name) ? name : 'none';
};

const readFamily = (params: URLSearchParams): FamilyName => {
  const name = params.get('family') ?? USUAL_FAMILY;
  return isFamily(name) ? name : USUAL_FAMILY;
};

/** Options go with a test that there is not, and one without a value is not asked for. */
const readOptions = (params: URLSearchParams): Options =>
  Object.fromEntries(
    OPTIONS.map((name) => [name, params.get(name) ?? ''] as const).filter(
      ([, text]) => text !== '' && isTest(params.get('test') ?? 't'),
    ),
  );

/** How differences are judged. */
export const readTesting = (
  params: URLSearchParams,
): Pick<Selection, 'test' | 'correction' | 'family' | 'testOptions'> => ({
  test: readTest(params),
  correction: readCorrection(params),
  family: readFamily(params),
  testOptions: readOptions(params),
});

const COMPARED = ['baseline', 'baseline_labels', 'runs', 'labels', 'measures'];

/** Whether the address leaves open what is compared, or names but a run or a label set. */
export const isBare = (params: URLSearchParams): boolean =>
  params.has('run') || params.has('label_set') || !COMPARED.some((name) => params.has(name));

/** Names in the address that are unknown here, and what replaces them; empty where all are known. */
export function describeUnknown(params: URLSearchParams): string {
  const [test, correction] = [params.get('test') ?? 't', params.get('correction') ?? 'none'];
  const family = params.get('family') ?? USUAL_FAMILY;
  const sentences = [
    isTest(test) ? '' : `There is no test called “${test}”: this is the ${TESTS.t}.`,
    isCorrection(correction)
      ? ''
      : `There is no correction called “${correction}”: nothing is corrected.`,
    isFamily(family)
      ? ''
      : `There is no family of tests called “${family}”: it is ${FAMILIES[USUAL_FAMILY]}.`,
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** Another test, with the options that it cannot do without. */
export const withTest = (test: TestName): Pick<Selection, 'test' | 'testOptions'> => ({
  test,
  testOptions: test === 'equivalence' ? { bound: USUAL_BOUND } : {},
});

export const readSelection = (params: URLSearchParams): Selection => ({
  baseline: params.get('baseline'),
  baselineLabels: params.get('baseline_labels'),
  runs: splitNames(params.get('runs')),
  labels: splitNames(params.get('labels')),
  measures: params.has('measures') ? splitMeasures(params.get('measures') ?? '') : DEFAULT_MEASURES,
  ...readTesting(params),
  onlyTopicsOf: params.get('only_topics_of'),
  commonTopics: params.get('common_topics') === '1',
  trainedTopics: TRAINED.find((name) => name === params.get('trained_topics')) ?? 'refuse',
  singlePrecision: params.get('single_precision') === '1',
});

/** What narrows the topics and orders passages, as the server and the address write it. */
export const topicsQuery = ({
  onlyTopicsOf,
  commonTopics,
  trainedTopics,
  singlePrecision,
}: Selection): Record<string, string> => ({
  ...(onlyTopicsOf !== null && { only_topics_of: onlyTopicsOf }),
  ...(commonTopics && { common_topics: '1' }),
  ...(trainedTopics !== 'refuse' && { trained_topics: trainedTopics }),
  ...(singlePrecision && { single_precision: '1' }),
});

/** The query of the comparison, as the server and the address write it. */
export function queryOf(selection: Selection): Record<string, string> {
  const { baseline, baselineLabels, runs, labels, measures } = selection;
  const { test, correction, family, testOptions } = selection;
  return {
    ...(baseline !== null && { baseline }),
    ...(baselineLabels !== null && { baseline_labels: baselineLabels }),
    runs: runs.join(','),
    labels: labels.join(','),
    measures: measures.join(','),
    test,
    ...(correction !== 'none' && { correction }),
    ...(correction !== 'none' && family !== USUAL_FAMILY && { family }),
    ...testOptions,
    ...topicsQuery(selection),
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
  runs.length > ((baseline ?? baselineLabels) === null ? 1 : 0) &&
  labels.length > 0 &&
  measures.length > 0;
