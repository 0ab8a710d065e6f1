import type { Selection, TrainedTopics } from '@/features/comparison/choice/selection';
import { CORRECTIONS, FAMILIES, TESTS } from '@/shared/evaluation/testNames';

const MOST = 3;

/** Some names in a row; where they are many, the first two and how many more. */
function someOf(names: readonly string[]): string {
  if (names.length === 0) return 'none yet';
  if (names.length <= MOST) return names.join(', ');
  return `${names.slice(0, MOST - 1).join(', ')} and ${names.length - MOST + 1} more`;
}

const TRAINED: Readonly<Record<TrainedTopics, string[]>> = {
  refuse: [],
  'leave-out': ['without topics that models were trained on'],
  keep: ['topics that models were trained on count'],
};

const topicsAsked = ({
  onlyTopicsOf,
  commonTopics,
  trainedTopics,
  singlePrecision,
}: Selection): string[] => [
  ...(onlyTopicsOf === null ? [] : [`only topics of ${onlyTopicsOf}`]),
  ...(commonTopics ? ['only topics that every run has'] : []),
  ...TRAINED[trainedTopics],
  ...(singlePrecision ? ['ranked as trec_eval 9 does'] : []),
];

/** What is compared, in one line. */
export function describeSelection(selection: Selection): string {
  const { baseline, baselineLabels, runs, labels, measures, test, correction, family } = selection;
  const against =
    baselineLabels === null
      ? (baseline ?? 'the best of them')
      : `themselves under ${baselineLabels}`;
  return [
    `${someOf(runs)} against ${against}`,
    `under ${someOf(labels)}`,
    `by ${someOf(measures)}`,
    `${TESTS[test]}, ${correction === 'none' ? 'uncorrected' : `${CORRECTIONS[correction]} over ${FAMILIES[family]}`}`,
    ...topicsAsked(selection),
  ].join(' · ');
}
